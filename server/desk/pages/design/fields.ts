// The fields of forms, with what they say when something is wrong.
import { t } from '../../i18n.ts';
import { FileField } from '../../parts/file-field.ts';
import { money, NumberField } from '../../parts/number-field.ts';
import { Scopes } from '../../parts/scopes.ts';
import { Button, Card, ChoiceField, Form, say, TextField } from '../../parts.ts';
import { html, useState, type VNode } from '../../view.ts';

export function Fields(): VNode {
  const [values, setValues] = useState<Record<string, string>>({
    number: '1.5',
    money: '1,250.50',
    scopes: 'orders_read',
  });
  const [file, setFile] = useState<string>();
  const of = (name: string, label: string, more = {}) => ({
    label,
    value: values[name] ?? '',
    onInput: (value: string) => setValues((all) => ({ ...all, [name]: value })),
    ...more,
  });
  const scopes = (values.scopes ?? '').split(' ').filter(Boolean);
  return html`<${Card} title=${t('design.fields')}>
    <${Form} submit=${t('do.save')} onSubmit=${() => say(t('design.said'))}>
      <div class="fields beside">
        <${TextField} ...${of('text', t('design.text'), { hint: t('design.hint'), attributes: { required: true } })} />
        <${TextField} ...${of('wrong', t('design.wrong'), { problems: [t('field.required')] })} />
        <${NumberField} ...${of('number', t('design.number'), { limits: { min: 1, max: 100, step: 1 } })} />
        <${NumberField} ...${of('money', t('design.money'), { limits: money })} />
        <${TextField} ...${of('date', t('design.date'), { attributes: { type: 'date' } })} />
        <${ChoiceField} ...${of('choice', t('design.choice'), {
          options: [
            { value: '', text: t('filter.allStores') },
            { value: '1', text: t('design.row') },
          ],
        })} />
      </div>
      <${TextField} ...${of('long', t('design.long'), { rows: 3 })} />
      <label class="check"><input type="checkbox" checked />${t('design.check')}</label>
      <${FileField} label=${t('design.file')} accept="*" name=${file} onFile=${({ name }: File) => setFile(name)} />
      <${Scopes} chosen=${scopes} onChange=${(chosen: string[]) => setValues((all) => ({ ...all, scopes: chosen.join(' ') }))} />
    <//>
  <//>
  <${Card} title=${t('design.buttons')}>
    <div class="row">
      <${Button}>${t('do.save')}<//><${Button} kind="plain">${t('do.cancel')}<//><${Button} kind="danger">${t('account.switchOff')}<//>
      <${Button} kind="plain" icon="printer">${t('orders.print')}<//><${Button} kind="plain" icon="pencil" title=${t('design.row')} />
      <${Button} disabled>${t('do.save')}<//><${Button} isBusy>${t('do.save')}<//>
    </div>
  <//>`;
}

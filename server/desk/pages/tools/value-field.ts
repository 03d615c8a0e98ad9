// One value of a form that is made from the schema: a text, a number, a choice, a list, or a form within the form.
import { t } from '../../i18n.ts';
import { Button, ChoiceField, TextField } from '../../parts.ts';
import { html, useEffect, useState, type VNode } from '../../view.ts';
import { type InputField, isRequired, type TypeRef, typeOf, unwrapped } from './types.ts';

type Shape = Awaited<ReturnType<typeof typeOf>>;
type Props = {
  name: string;
  hint?: string | undefined;
  type: TypeRef;
  /** undefined is not sent. */
  value: unknown;
  onValue: (value: unknown) => void;
};
type Members = Record<string, unknown>;

const scalars = new Set([
  'String',
  'UUID',
  'Int',
  'Float',
  'Boolean',
  'Money',
  'BigFloat',
  'BigInt',
  'Date',
  'Datetime',
  'JSON',
  'ID',
]);

export function ValueField({ type, ...rest }: Props): VNode | null {
  const bare = unwrapped(type);
  const required = isRequired(type);
  const [shape, setShape] = useState<Shape>();
  const name = bare.kind === 'LIST' ? '' : bare.name!;
  useEffect(() => {
    if (name && !scalars.has(name)) void typeOf(name).then(setShape);
  }, [name]);
  if (bare.kind === 'LIST') return html`<${ListField} ...${rest} of=${bare.ofType!} />`;
  if (name === 'Boolean') return html`<${ChoiceOf} ...${rest} required=${required} codes=${['true', 'false']} />`;
  if (scalars.has(name)) return html`<${ScalarField} ...${rest} scalar=${name} required=${required} />`;
  if (shape?.enumValues)
    return html`<${ChoiceOf} ...${rest} required=${required} codes=${shape.enumValues.map((one) => one.name)} />`;
  if (shape?.inputFields) return html`<${ObjectField} ...${rest} required=${required} fields=${shape.inputFields} />`;
  return null;
}

type OneProps = Omit<Props, 'type'> & { required: boolean };

function ChoiceOf({ name, hint, value, onValue, required, codes }: OneProps & { codes: string[] }): VNode {
  const isTruth = codes[0] === 'true';
  const take = (text: string) => onValue(text === '' ? undefined : isTruth ? text === 'true' : text);
  return html`<${ChoiceField} label=${name} hint=${hint} value=${value == null ? '' : String(value)} onInput=${take}
    options=${[{ value: '', text: t('tools.notGiven'), disabled: required }, ...codes.map((code) => ({ value: code, text: code }))]} />`;
}

function ScalarField({ name, hint, value, onValue, required, scalar }: OneProps & { scalar: string }): VNode {
  const [text, setText] = useState(
    value == null ? '' : scalar === 'JSON' ? JSON.stringify(value, null, 2) : String(value),
  );
  const [isWrong, setWrong] = useState(false);
  const take = (typed: string) => {
    setText(typed);
    if (typed === '') return onValue(undefined);
    if (scalar === 'Int' || scalar === 'Float') return onValue(Number(typed));
    if (scalar !== 'JSON') return onValue(typed);
    try {
      onValue(JSON.parse(typed));
      setWrong(false);
    } catch {
      setWrong(true);
    }
  };
  const types: Record<string, object> = {
    Int: { type: 'number', step: 1 },
    Float: { type: 'number', step: 'any' },
    Date: { type: 'date' },
    Datetime: { placeholder: '2027-01-31T09:00:00+06:00' },
    Money: { inputmode: 'decimal' },
  };
  return html`<${TextField} label=${name} hint=${hint} value=${text} onInput=${take} rows=${scalar === 'JSON' ? 4 : undefined}
    problems=${isWrong ? [t('tools.noJson')] : undefined}
    attributes=${{ required, autocomplete: 'off', spellcheck: false, ...types[scalar] }} />`;
}

function ListField({ name, hint, value, onValue, of }: Omit<Props, 'type'> & { of: TypeRef }): VNode {
  const items = (value as unknown[] | undefined) ?? [];
  return html`<fieldset>
    <legend>${name}</legend>
    ${hint && html`<p class="quiet">${hint}</p>`}
    ${items.map(
      (item, n) => html`<div class="row item" key=${n}>
        <${ValueField} name=${`${name} ${n + 1}`} type=${of} value=${item}
          onValue=${(changed: unknown) => onValue(items.with(n, changed))} />
        <${Button} kind="plain" icon="x-lg" title=${t('tools.removeItem')} onClick=${() => onValue(items.toSpliced(n, 1))} />
      </div>`,
    )}
    <${Button} kind="plain" icon="plus-lg" onClick=${() => onValue([...items, undefined])}>${t('tools.addItem')}<//>
  </fieldset>`;
}

/** Fields that may be left out are shown when one asks for them: inputs of an order have dozens. */
function ObjectField({ name, hint, value, onValue, required, fields }: OneProps & { fields: InputField[] }): VNode {
  const members = (value as Members | undefined) ?? {};
  const [isAll, setAll] = useState(false);
  const given = value !== undefined && value !== null;
  const offered = fields.filter(({ name: field }) => field !== 'clientMutationId');
  const shown =
    given || required ? offered.filter((field) => isAll || isRequired(field.type) || field.name in members) : [];
  return html`<fieldset>
    <legend>${name}</legend>
    ${hint && html`<p class="quiet">${hint}</p>`}
    ${shown.map(
      (field) => html`<${ValueField} key=${field.name} name=${field.name} hint=${field.description ?? undefined}
        type=${field.type} value=${members[field.name]}
        onValue=${(changed: unknown) => onValue({ ...members, [field.name]: changed })} />`,
    )}
    ${
      shown.length < offered.length &&
      html`<${Button} kind="plain" icon="chevron-down"
        onClick=${() => {
          setAll(true);
          if (!given) onValue({});
        }}>
        ${t('tools.moreFields', { count: offered.length - shown.length })}
      <//>`
    }
  </fieldset>`;
}

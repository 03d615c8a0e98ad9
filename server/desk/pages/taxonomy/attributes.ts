// The attributes of a store: what variants differ by and what products are described by, with their values.
import { useCompany } from '../../company.ts';
import { label, t } from '../../i18n.ts';
import { HistoryLink } from '../../parts/history-link.ts';
import { StoreFilter } from '../../parts/store-filter.ts';
import {
  Button,
  Card,
  ChoiceField,
  Dialog,
  Empty,
  Form,
  Loading,
  PageHead,
  Problem,
  say,
  TextField,
} from '../../parts.ts';
import type { PageProps } from '../../router.ts';
import { useSave } from '../../use.ts';
import { useChange } from '../../use-change.ts';
import { html, useState, type VNode } from '../../view.ts';
import { CatalogTabs } from '../products/catalog-tabs.ts';
import { addAttributeValues, createAttribute } from '../products/taxonomy.graphql';
import { type Attribute, readAttribute, useAttributes } from '../products/taxonomy.ts';
import { updateAttribute, updateAttributeValue } from './taxonomy.graphql';
import { useStore } from './use-store.ts';

type Value = Attribute['attributeValues']['nodes'][number];
type Open = { attribute?: Attribute; value?: Value; isValue?: boolean };

const types = ['variant', 'specification'] as const;
const inputTypes = ['text', 'color', 'image'] as const;

export default function Attributes({ query }: PageProps): VNode {
  const { can } = useCompany();
  const storeId = useStore(query);
  const { rows, problem, reload } = useAttributes(storeId);
  const [open, setOpen] = useState<Open>();
  const mayChange = can('catalog_manage');
  const saved = async (what: string) => {
    setOpen(undefined);
    say(t('settings.saved', { what }));
    await reload();
  };
  const close = () => setOpen(undefined);
  return html`
    <${PageHead} title=${t('products.attributes')}>
      ${mayChange && html`<${Button} icon="plus-lg" onClick=${() => setOpen({})}>${t('attribute.new')}<//>`}
    <//>
    <${CatalogTabs} />
    <div class="list-filters"><${StoreFilter} query=${query} needsOne /></div>
    <${Problem} of=${problem} onRetry=${reload} />
    ${!rows && !problem && html`<${Loading} />`}
    ${rows?.length === 0 && html`<${Empty}>${t('attribute.none')}<//>`}
    ${rows?.map(
      (attribute) => html`<${Card} key=${attribute.id} title=${attribute.name}
        acts=${html`<div class="acts"><${HistoryLink} type="attribute" id=${attribute.id} />
          ${mayChange && html`<${Button} kind="plain" icon="pencil" title=${t('settings.changeOne', { name: attribute.name })} onClick=${() => setOpen({ attribute })} />`}</div>`}>
        <p class="quiet">${label('attributeType', attribute.type)}</p>
        <ul class="chips">
          ${attribute.attributeValues.nodes.map(
            (value) => html`<li key=${value.id}>
              <button type="button" class="chip" disabled=${!mayChange} aria-label=${t('attribute.changeValue', { value: value.value })}
                onClick=${() => setOpen({ attribute, value, isValue: true })}>
                ${value.swatchHex && html`<span class="swatch" style=${{ background: value.swatchHex }}></span>`}
                <span>${value.value}</span>
              </button>
            </li>`,
          )}
          ${mayChange && html`<li><${Button} kind="plain" icon="plus-lg" onClick=${() => setOpen({ attribute, isValue: true })}>${t('attribute.newValue')}<//></li>`}
        </ul>
      <//>`,
    )}
    ${open && !open.isValue && html`<${AttributeDialog} attribute=${open.attribute} storeId=${storeId} onClose=${close} onSaved=${saved} />`}
    ${open?.isValue && html`<${ValueDialog} attribute=${open.attribute} storeId=${storeId} value=${open.value} onClose=${close} onSaved=${saved} />`}
  `;
}

const names = {
  name: 'taxonomy.name',
  type: 'attribute.type',
  inputType: 'attribute.inputType',
  isFilterable: 'attribute.filterable',
} as const;
const lists: Record<string, string> = { type: 'attributeType', inputType: 'attributeInput' };
const show = (name: string, value: unknown) => (lists[name] ? label(lists[name], String(value)) : '');

type Closing = { onClose: () => void; onSaved: (what: string) => Promise<void> };

function AttributeDialog({
  attribute,
  storeId,
  onClose,
  onSaved,
}: Closing & { attribute?: Attribute; storeId: string }): VNode {
  const [name, setName] = useState(attribute?.name ?? '');
  const [type, setType] = useState<(typeof types)[number]>(attribute?.type ?? 'variant');
  const [inputType, setInputType] = useState<(typeof inputTypes)[number]>(attribute?.inputType ?? 'text');
  const [isFilterable, setFilterable] = useState(attribute?.isFilterable ?? false);
  const [values, setValues] = useState('');
  const creation = useSave(createAttribute);
  const change = useChange(updateAttribute, attribute, () => readAttribute({ storeId, id: attribute!.id }));
  const { isBusy, problem } = attribute ? change : creation;
  const submit = async () => {
    const fields = { name: name.trim(), inputType, isFilterable };
    const listed = values.split(/[,\n]/).flatMap((value) => (value.trim() ? [{ value: value.trim() }] : []));
    const saved = attribute
      ? await change.save({ id: attribute.id, ...fields, ...(type !== attribute.type && { type }) })
      : await creation.save({ input: { storeId, type, ...fields, ...(listed.length > 0 && { values: listed }) } });
    if (saved) await onSaved(fields.name);
  };
  return html`<${Dialog} title=${attribute ? t('settings.changeOne', { name: attribute.name }) : t('attribute.new')} onClose=${onClose}>
    <${Form} onSubmit=${submit} submit=${t('do.save')} isBusy=${isBusy} problem=${problem}
      conflict=${{ of: change.conflict, names, show, onTheirs: onClose }}>
      <${TextField} label=${t('taxonomy.name')} value=${name} onInput=${setName} problems=${problem?.fields.name}
        attributes=${{ required: true, autofocus: true }} />
      <${ChoiceField} label=${t('attribute.type')} value=${type} onInput=${setType} problems=${problem?.fields.type}
        options=${types.map((value) => ({ value, text: label('attributeType', value) }))} />
      <${ChoiceField} label=${t('attribute.inputType')} value=${inputType} onInput=${setInputType}
        options=${inputTypes.map((value) => ({ value, text: label('attributeInput', value) }))} />
      <label class="check"><input type="checkbox" checked=${isFilterable} onChange=${() => setFilterable(!isFilterable)} /><span>${t('attribute.filterable')}</span></label>
      ${
        !attribute &&
        html`<${TextField} label=${t('attribute.values')} hint=${t('attribute.valuesHint')} rows=${2} value=${values}
          onInput=${setValues} problems=${problem?.fields.values} />`
      }
    <//>
  <//>`;
}

const valueNames = { value: 'attribute.value', swatchHex: 'attribute.colour' } as const;
/** A value changes with its attribute. */
const seenValue = (attribute: Attribute | undefined, id: string | undefined) => {
  const value = attribute?.attributeValues.nodes.find((one) => one.id === id);
  return value && { ...value, updatedAt: attribute!.updatedAt };
};
type ValueProps = Closing & { attribute: Attribute; storeId: string; value?: Value };

function ValueDialog({ attribute, storeId, value, onClose, onSaved }: ValueProps): VNode {
  const [text, setText] = useState(value?.value ?? '');
  const [colour, setColour] = useState(value?.swatchHex ?? '#000000');
  const creation = useSave(addAttributeValues);
  const change = useChange(updateAttributeValue, seenValue(attribute, value?.id), async () =>
    seenValue(await readAttribute({ storeId, id: attribute.id }), value!.id),
  );
  const { isBusy, problem } = value ? change : creation;
  const submit = async () => {
    const fields = { value: text.trim(), ...(attribute.inputType === 'color' && { swatchHex: colour.toUpperCase() }) };
    const saved = value
      ? await change.save({ id: attribute.id, valueId: value.id, ...fields })
      : await creation.save({ input: { id: attribute.id, values: [fields] } });
    if (saved) await onSaved(fields.value);
  };
  return html`<${Dialog} title=${value ? t('attribute.changeValue', { value: value.value }) : t('attribute.newValue')} onClose=${onClose}>
    <${Form} onSubmit=${submit} submit=${t('do.save')} of=${attribute.id} isBusy=${isBusy} problem=${problem}
      conflict=${{ of: change.conflict, names: valueNames, onTheirs: onClose }}>
      <${TextField} label=${t('attribute.value')} value=${text} onInput=${setText} problems=${problem?.fields.value}
        attributes=${{ required: true, autofocus: true }} />
      ${
        attribute.inputType === 'color' &&
        html`<${TextField} label=${t('attribute.colour')} value=${colour} onInput=${setColour} attributes=${{ type: 'color' }} />`
      }
    <//>
  <//>`;
}

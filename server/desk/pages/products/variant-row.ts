// One variant as a row of the table: what is changed often, and the rest of it on request; on a phone as a card.

import { number, t } from '../../i18n.ts';
import { type Limits, limitsOf } from '../../limits.ts';
import { NumberField } from '../../parts/number-field.ts';
import { Button, ChoiceField, Icon, TextField } from '../../parts.ts';
import { html, useState, type VNode } from '../../view.ts';
import type { VariantField } from './model.ts';

type RowFields = {
  value: (field: VariantField) => string;
  edit: (field: VariantField, value: string) => void;
  problems: (field: VariantField) => string[] | undefined;
};

type Props = {
  /** All its values; and the first of them in the first row of its group, the others beside it. */
  title: string;
  /** By which a sheet that is pasted finds it. */
  row: string;
  group?: string | undefined;
  text: string;
  fields: RowFields;
  isChosen?: boolean;
  onChoose?: () => void;
  /** Of a variant that exists: its stock, and what it costs. */
  available?: number;
  facts?: string | undefined;
  cost?: string | undefined;
  pictures?: { id: string; text: string }[];
  isNew?: boolean;
  withCosts: boolean;
  onRemove?: () => void;
  /** Of a new product, whose stock is typed here. */
  withStock?: boolean;
  stock?: string;
  onStock?: (text: string) => void;
};

const money = limitsOf('create_product.variants.price');
const folded: VariantField[] = ['name', 'barcode', 'lowStockThreshold', 'status', 'imageId'];

export function VariantRow(props: Props): VNode {
  const { title, row, group, text: shown, fields, isChosen, onChoose, available, facts, cost, pictures = [] } = props;
  const { isNew, withCosts, onRemove, withStock, stock, onStock } = props;
  const { value, edit, problems } = fields;
  const [isAsked, setAsked] = useState(false);
  // What is wrong is seen, wherever it stands.
  const isOpen = isAsked || !value('sku') || !value('name') || folded.some((field) => problems(field));
  const text = (field: VariantField, label: string, attributes: object = {}, limits?: Limits, hideLabel = false) =>
    html`<${limits ? NumberField : TextField} label=${label} value=${value(field)} problems=${problems(field)} limits=${limits}
      hideLabel=${hideLabel} onInput=${(text: string) => edit(field, text)} attributes=${{ ...attributes, 'data-field': field }} />`;
  const name = html`<span>${group && html`<strong>${group}</strong>`}<span>${shown}</span></span>`;
  return html`<div class="variant ${value('status') === 'inactive' ? 'off' : ''} ${group ? 'begins' : ''}" role="group" aria-label=${title} data-row=${row}>
    <div class="cells">
      ${
        onChoose
          ? html`<label class="check"><input type="checkbox" aria-label=${title} checked=${isChosen} onChange=${onChoose} />${name}</label>`
          : name
      }
      ${text('price', t('variant.price'), { required: true }, money, true)}
      ${text('discountPrice', t('variant.salePrice'), {}, money, true)}
      ${withCosts && text('costPrice', t('variant.cost'), { placeholder: isNew ? '' : (cost ?? t('variant.unchanged')) }, money, true)}
      ${text('sku', t('variant.sku'), { required: true, autocapitalize: 'characters', spellcheck: false, ...limitsOf('create_product.variants.sku') }, undefined, true)}
      <span class="end figure" title=${facts}>${isNew && withStock ? html`<${NumberField} label=${t('products.stock')} hideLabel value=${stock ?? ''} onInput=${onStock} limits=${limitsOf('adjust_stock.set_on_hand')} attributes=${{ 'data-field': 'stock' }} />` : isNew ? html`<span class="badge">${t('variant.new')}</span>` : number(available ?? 0)}</span>
      <button type="button" class="button plain" aria-expanded=${isOpen} aria-label=${t('variant.more', { name: title })}
        onClick=${() => setAsked(!isAsked)}><${Icon} name="list" /></button>
    </div>
    ${
      isOpen &&
      html`<div class="fields beside">
        ${text('name', t('variant.name'), { required: true, ...limitsOf('create_product.variants.name') })}
        ${text('barcode', t('variant.barcode'), { spellcheck: false, ...limitsOf('create_product.variants.barcode') })}
        ${text('lowStockThreshold', t('variant.lowStock'), {}, limitsOf('create_product.variants.low_stock_threshold'))}
        ${
          !isNew &&
          html`<${ChoiceField} label=${t('variant.status')} value=${value('status')} onInput=${(one: string) => edit('status', one)}
            options=${[
              { value: 'active', text: t('variant.active') },
              { value: 'inactive', text: t('variant.inactive') },
            ]} />`
        }
        ${
          pictures.length > 0 &&
          html`<${ChoiceField} label=${t('variant.picture')} value=${value('imageId')} onInput=${(one: string) => edit('imageId', one)}
            options=${[{ value: '', text: t('variant.noPicture') }, ...pictures.map(({ id, text: name }) => ({ value: id, text: name }))]} />`
        }
        ${facts && html`<p class="quiet">${facts}</p>`}
        ${onRemove && html`<${Button} kind="plain" icon="x-lg" onClick=${onRemove}>${t('variant.leaveOut')}<//>`}
      </div>`
    }
  </div>`;
}

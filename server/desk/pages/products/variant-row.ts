// One variant as a row of the grid; on a phone as a card.

import { t } from '../../i18n.ts';
import { type Limits, limitsOf } from '../../limits.ts';
import { NumberField } from '../../parts/number-field.ts';
import { Button, ChoiceField, TextField } from '../../parts.ts';
import { html, type VNode } from '../../view.ts';
import type { VariantField } from './model.ts';

type RowFields = {
  value: (field: VariantField) => string;
  edit: (field: VariantField, value: string) => void;
  problems: (field: VariantField) => string[] | undefined;
};

type Props = {
  title: string;
  fields: RowFields;
  isChosen?: boolean;
  onChoose?: () => void;
  /** Columns beside the fields of a variant that exists: its stock and what it costs. */
  facts?: string | undefined;
  pictures?: { id: string; text: string }[];
  isNew?: boolean;
  withCosts: boolean;
  onRemove?: () => void;
};

const money = limitsOf('create_product.variants.price');

export function VariantRow(props: Props): VNode {
  const { title, fields, isChosen, onChoose, facts, pictures = [], isNew, withCosts, onRemove } = props;
  const { value, edit, problems } = fields;
  const text = (field: VariantField, label: string, attributes: object = {}, limits?: Limits) =>
    html`<${limits ? NumberField : TextField} label=${label} value=${value(field)} problems=${problems(field)} limits=${limits}
      onInput=${(text: string) => edit(field, text)} attributes=${attributes} />`;
  return html`<li class="variant ${value('status') === 'inactive' ? 'off' : ''}">
    <fieldset>
      <legend>
        ${
          onChoose
            ? html`<label class="check"><input type="checkbox" checked=${isChosen} onChange=${onChoose} /><span>${title}</span></label>`
            : title
        }
        ${facts && html`<span class="quiet">${facts}</span>`}
        ${isNew && html`<span class="badge">${t('variant.new')}</span>`}
      </legend>
      <div class="fields beside">
        ${text('name', t('variant.name'), { required: true, ...limitsOf('create_product.variants.name') })}
        ${text('sku', t('variant.sku'), { required: true, autocapitalize: 'characters', spellcheck: false, ...limitsOf('create_product.variants.sku') })}
        ${text('price', t('variant.price'), { required: true }, money)}
        ${text('discountPrice', t('variant.salePrice'), {}, money)}
        ${withCosts && text('costPrice', t('variant.cost'), { placeholder: isNew ? '' : t('variant.unchanged') }, money)}
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
      </div>
      ${onRemove && html`<${Button} kind="plain" icon="x-lg" onClick=${onRemove}>${t('variant.leaveOut')}<//>`}
    </fieldset>
  </li>`;
}

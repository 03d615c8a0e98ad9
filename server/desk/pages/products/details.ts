// What a product is, beside its variants: its words, its brand and categories, and whether it is on sale.

import { label, t } from '../../i18n.ts';
import { limitsOf } from '../../limits.ts';
import { NumberField } from '../../parts/number-field.ts';
import { Card, ChoiceField, TextField } from '../../parts.ts';
import { html, type VNode } from '../../view.ts';
import { type Brand, type Category, treeOf } from './taxonomy.ts';

type FormFields = {
  value: (field: string) => string;
  edit: (field: string, value: string) => void;
  problems: (field: string) => string[] | undefined;
};

export const Words = ({ fields: { value, edit, problems } }: { fields: FormFields }): VNode => html`<${Card}
  title=${t('product.words')}>
  <div class="fields">
    <${TextField} label=${t('product.name')} value=${value('name')} problems=${problems('name')}
      onInput=${(text: string) => edit('name', text)} attributes=${{ required: true, ...limitsOf('create_product.name') }} />
    <${TextField} label=${t('product.shortDescription')} value=${value('shortDescription')} rows=${2}
      problems=${problems('shortDescription')} onInput=${(text: string) => edit('shortDescription', text)}
      attributes=${limitsOf('create_product.short_description')} />
    <${TextField} label=${t('product.description')} hint=${t('product.descriptionHint')} value=${value('description')}
      rows=${6} problems=${problems('description')} onInput=${(text: string) => edit('description', text)} />
  </div>
  <details open=${value('seoTitle') !== '' || value('seoDescription') !== ''}>
    <summary>${t('product.seo')}</summary>
    <div class="fields">
      <${TextField} label=${t('product.seoTitle')} value=${value('seoTitle')} problems=${problems('seo.title')}
        onInput=${(text: string) => edit('seoTitle', text)} />
      <${TextField} label=${t('product.seoDescription')} value=${value('seoDescription')} rows=${2}
        problems=${problems('seo.description')} onInput=${(text: string) => edit('seoDescription', text)} />
    </div>
  </details>
<//>`;

const statuses = ['draft', 'active', 'archived'] as const;

type TaxonomyProps = { fields: FormFields; categories: Category[]; brands: Brand[]; isNew?: boolean };

export function Taxonomy({ fields: { value, edit, problems }, categories, brands, isNew }: TaxonomyProps): VNode {
  const chosen = value('categories').split(' ').filter(Boolean);
  const toggle = (id: string) =>
    edit('categories', (chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]).join(' '));
  const nameOf = (id: string) => categories.find((category) => category.id === id)?.name ?? '';
  const options = statuses
    .filter((status) => !isNew || status !== 'archived')
    .map((status) => ({ value: status, text: label('productStatus', status) }));
  return html`<${Card} title=${t('product.sale')}>
    <div class="fields">
      <${ChoiceField} label=${t('products.status')} value=${value('status')} options=${options}
        hint=${label('productStatusHint', value('status'))} problems=${problems('status')}
        onInput=${(status: string) => edit('status', status)} />
      <${ChoiceField} label=${t('products.brand')} value=${value('brandId')} problems=${problems('brandId')}
        options=${[{ value: '', text: t('product.noBrand') }, ...brands.map(({ id, name }) => ({ value: id, text: name }))]}
        onInput=${(id: string) => edit('brandId', id)} />
      <fieldset class="tall-choice">
        <legend>${t('products.categories')}</legend>
        ${categories.length === 0 && html`<p class="quiet"><a href="/admin/products/categories">${t('product.noCategories')}</a></p>`}
        ${treeOf(categories).map(
          ({
            id,
            name,
            depth,
          }) => html`<label key=${id} class="check" style=${{ paddingInlineStart: `${depth * 1.25}rem` }}>
            <input type="checkbox" checked=${chosen.includes(id)} onChange=${() => toggle(id)} /><span>${name}</span></label>`,
        )}
      </fieldset>
      ${
        chosen.length > 1 &&
        html`<${ChoiceField} label=${t('product.mainCategory')} value=${chosen[0]}
          options=${chosen.map((id) => ({ value: id, text: nameOf(id) }))}
          onInput=${(id: string) => edit('categories', [id, ...chosen.filter((one) => one !== id)].join(' '))} />`
      }
      <${TextField} label=${t('product.tags')} hint=${t('product.tagsHint')} value=${value('tags')}
        problems=${problems('tags')} onInput=${(text: string) => edit('tags', text)} />
      <${NumberField} label=${t('product.deliveryCharge')} hint=${t('product.deliveryChargeHint')}
        value=${value('deliveryCharge')} problems=${problems('deliveryCharge')}
        onInput=${(text: string) => edit('deliveryCharge', text)} limits=${limitsOf('update_product.delivery_charge')} />
      ${
        !isNew &&
        html`<${TextField} label=${t('product.slug')} value=${value('slug')} problems=${problems('slug')}
          onInput=${(text: string) => edit('slug', text)} attributes=${{ autocapitalize: 'none', spellcheck: false }} />`
      }
    </div>
  <//>`;
}

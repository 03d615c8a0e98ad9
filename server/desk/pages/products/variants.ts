// The variants of a product: those that are there, those to be added, and one value for several of them.
import { useCompany } from '../../company.ts';
import { money, t } from '../../i18n.ts';
import { limitsOf } from '../../limits.ts';
import { NumberField } from '../../parts/number-field.ts';
import { Button, Card, say } from '../../parts.ts';
import { html, useRef, useState, type VNode } from '../../view.ts';
import { keyOf, type NewField, type NewVariant, newVariant, type Option } from './combinations.ts';
import { fieldOfVariant, type Product, type Variant, type VariantField } from './model.ts';
import { Options } from './options.ts';
import { type GridRow, gridFields, placed, readPasted } from './pasted.ts';
import type { Attribute, Whole } from './taxonomy.ts';
import { VariantRow } from './variant-row.ts';

type Props = {
  storeId: string;
  productName: string;
  /** SKUs of the store that one suggested could be. */
  takenSkus?: string[];
  /** Nothing of a product that is still to be created. */
  product?: Product;
  value: (field: string) => string;
  edit: (field: string, value: string) => void;
  /** What is wrong with a variant: by its id, or the key of a new one. */
  problems: (variant: string, field: VariantField) => string[] | undefined;
  added: NewVariant[];
  onAdded: (added: NewVariant[]) => void;
  attributes: Whole<Attribute>;
  withStock?: boolean;
};

const optionsOf = ({ variantOptions: { nodes } }: Variant): Option[] =>
  nodes.map(({ attribute, value }) => ({ attribute: attribute?.name ?? '', value: value?.value ?? '' }));

/** In groups by the first option, where there are several: its value stands in the first row of each. */
function grouped<Row>(rows: readonly Row[], optionsOfRow: (row: Row) => Option[], nameOf: (row: Row) => string) {
  const named = rows.map((of) => {
    const values = optionsOfRow(of).map(({ value }) => value);
    const title = values.join(' / ') || nameOf(of);
    return values.length > 1
      ? { of, title, group: values[0]!, text: values.slice(1).join(' / ') }
      : { of, title, group: '', text: title };
  });
  const groups = [...Map.groupBy(named, ({ group }) => group).values()];
  return groups.flatMap((some) => some.map((one, n) => ({ ...one, group: n === 0 ? one.group : '' })));
}

export function Variants(props: Props): VNode {
  const {
    storeId,
    productName,
    takenSkus = [],
    product,
    value,
    edit,
    problems,
    added,
    onAdded,
    attributes,
    withStock,
  } = props;
  const { can, symbolOf } = useCompany();
  const withCosts = can('costs_read');
  const latest = useRef(added);
  latest.current = added;
  const [chosen, setChosen] = useState<string[]>([]);
  const [isMaking, setMaking] = useState(false);
  const known = product?.variants.nodes ?? [];
  const toggle = (key: string) =>
    setChosen((all) => (all.includes(key) ? all.filter((one) => one !== key) : [...all, key]));
  const editNew = (key: string, field: VariantField, text: string) =>
    onAdded(added.map((one) => (one.key === key ? { ...one, [field]: text } : one)));
  const make = (combinations: Option[][]) => {
    const taken = new Set([...known.map((variant) => keyOf(optionsOf(variant))), ...added.map(({ key }) => key)]);
    const fresh = combinations.filter((options) => !taken.has(keyOf(options)));
    // A single variant without options was only the beginning.
    const kept = added.filter(({ options, price }) => options.length > 0 || price);
    const skus = [...takenSkus, ...known.map(({ sku }) => sku), ...kept.map(({ sku }) => sku)];
    const rows = fresh.map((options, n) => {
      const row = newVariant(productName, options, kept.length + n, skus);
      skus.push(row.sku);
      return row;
    });
    onAdded([...kept, ...rows]);
    // They are to be priced next.
    setChosen(rows.map(({ key }) => key));
    setMaking(false);
  };
  const fill = (field: VariantField, text: string) => {
    for (const { id } of known) if (chosen.includes(id)) edit(fieldOfVariant(id, field), text);
    onAdded(added.map((one) => (chosen.includes(one.key) ? { ...one, [field as NewField]: text } : one)));
  };
  const every = [...known.map(({ id }) => id), ...added.map(({ key }) => key)];
  const isSeveral = every.length > 1;
  const pictures = (product?.productImages.nodes ?? []).map(({ id, altText }, n) => ({
    id,
    text: altText || t('variant.pictureAt', { n: n + 1 }),
  }));
  const factsOf = (variant: Variant) => {
    const stock = t('products.available', { count: Number(variant.available ?? 0) });
    const cost = variant.variantCost?.averageCost;
    return cost ? t('variant.facts', { stock, cost: money(cost, symbolOf(storeId)) }) : stock;
  };
  const acts = html`<${Button} kind="plain" icon="plus-lg" onClick=${() => setMaking(!isMaking)}>${t('variants.options')}<//>`;
  const rows = (): GridRow[] => {
    const of = (isNew: boolean) =>
      gridFields.filter((field) => (field !== 'costPrice' || withCosts) && (field !== 'stock' || (isNew && withStock)));
    return [
      ...grouped(known, optionsOf, ({ name }) => name).map(({ of: { id, sku } }) => ({
        key: id,
        sku: value(fieldOfVariant(id, 'sku')) || sku,
        fields: of(false),
      })),
      ...added.map(({ key, sku }) => ({ key, sku, fields: of(true) })),
    ];
  };
  /** What was copied from a sheet fills the cells from this one on; a single value is typed as ever. */
  const paste = async (event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    const cell = event.target as HTMLElement;
    const key = cell.closest<HTMLElement>('[data-row]')?.dataset.row;
    const field = gridFields.find((one) => one === cell.dataset.field);
    if (!key || !field || !/[\t\n]/.test(text.trim())) return;
    event.preventDefault();
    const { cells, left } = placed(await readPasted(text), rows(), { key, field });
    // What was typed while the sheet was read stays.
    const fresh = new Map(latest.current.map((one) => [one.key, { ...one }]));
    for (const { key: row, field: name, text: value } of cells) {
      const one = fresh.get(row);
      if (one) one[name] = value;
      else if (name !== 'stock') edit(fieldOfVariant(row, name), value);
    }
    onAdded([...fresh.values()]);
    say(t(left > 0 ? 'paste.left' : 'paste.done', { count: cells.length, left }));
  };
  return html`<${Card} title=${t('variants.title')} acts=${acts}>
    ${isMaking && html`<${Options} storeId=${storeId} attributes=${attributes} onMake=${make} />`}
    ${
      isSeveral &&
      html`<${Fill} count=${chosen.length} onFill=${fill} isAll=${chosen.length === every.length}
      onAll=${() => setChosen(chosen.length === every.length ? [] : every)} />`
    }
    <div class="variant-head cells quiet" aria-hidden="true">
      <span></span><span>${t('variant.price')}</span><span>${t('variant.salePrice')}</span>
      ${withCosts && html`<span>${t('variant.cost')}</span>`}<span>${t('variant.sku')}</span><span class="end">${t(withStock ? 'products.stock' : 'stock.available')}</span><span></span>
    </div>
    <div class="variants ${withCosts ? 'with-costs' : ''}" onPaste=${paste}>
      ${grouped(known, optionsOf, ({ name }) => name).map(
        ({ of: variant, ...named }) => html`<${VariantRow} key=${variant.id} row=${variant.id} ...${named}
          isChosen=${chosen.includes(variant.id)} onChoose=${isSeveral ? () => toggle(variant.id) : undefined}
          facts=${factsOf(variant)} cost=${variant.variantCost?.averageCost} available=${Number(variant.available ?? 0)} pictures=${pictures} withCosts=${withCosts}
          fields=${{
            value: (field: VariantField) => value(fieldOfVariant(variant.id, field)),
            edit: (field: VariantField, text: string) => edit(fieldOfVariant(variant.id, field), text),
            problems: (field: VariantField) => problems(variant.id, field),
          }} />`,
      )}
      ${grouped(
        added,
        ({ options }) => options,
        () => t('variant.only'),
      ).map(
        ({
          of: one,
          ...named
        }) => html`<${VariantRow} key=${one.key} row=${one.key} ...${named} isNew withStock=${withStock} stock=${one.stock}
          onStock=${(text: string) => onAdded(added.map((other) => (other.key === one.key ? { ...other, stock: text } : other)))}
          isChosen=${chosen.includes(one.key)} onChoose=${isSeveral ? () => toggle(one.key) : undefined} withCosts=${withCosts}
          onRemove=${isSeveral ? () => onAdded(added.filter(({ key }) => key !== one.key)) : undefined}
          fields=${{
            value: (field: VariantField) => one[field as NewField] ?? '',
            edit: (field: VariantField, text: string) => editNew(one.key, field, text),
            problems: (field: VariantField) => problems(one.key, field),
          }} />`,
      )}
    </div>
    ${isSeveral && html`<p class="quiet of-desk">${t('paste.hint')}</p>`}
  <//>`;
}

type FillProps = {
  count: number;
  isAll: boolean;
  onAll: () => void;
  onFill: (field: VariantField, text: string) => void;
};

/** One value for all rows that are chosen; it is saved with the product. */
function Fill({ count, isAll, onAll, onFill }: FillProps): VNode {
  const [price, setPrice] = useState('');
  const [salePrice, setSalePrice] = useState('');
  const apply = () => {
    if (price.trim()) onFill('price', price.trim());
    if (salePrice.trim()) onFill('discountPrice', salePrice.trim());
    setPrice('');
    setSalePrice('');
  };
  return html`<div class="fill">
    <label class="check"><input type="checkbox" checked=${isAll} onChange=${onAll} /><span>${t('variants.all')}</span></label>
    <${NumberField} label=${t('variants.priceOfChosen')} hideLabel value=${price} onInput=${setPrice}
      limits=${limitsOf('create_product.variants.price')} attributes=${{ placeholder: t('variant.price') }} />
    <${NumberField} label=${t('variants.salePriceOfChosen')} hideLabel value=${salePrice} onInput=${setSalePrice}
      limits=${limitsOf('create_product.variants.discount_price')} attributes=${{ placeholder: t('variant.salePrice') }} />
    <${Button} kind="plain" disabled=${count === 0} onClick=${apply}>${t('variants.fill', { count })}<//>
  </div>`;
}

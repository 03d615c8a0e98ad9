// The stock: what is there, what runs out and in how many days, found by name, SKU or barcode, at one location or all.
import { useCompany } from '../../company.ts';
import { number, t } from '../../i18n.ts';
import { GoodsName } from '../../parts/goods-name.ts';
import { isCut } from '../../parts/is-cut.ts';
import { Rows } from '../../parts/rows.ts';
import { StoreFilter } from '../../parts/store-filter.ts';
import { byCursor, usePages } from '../../parts/use-pages.ts';
import { ChoiceField, Icon, PageHead, TextField } from '../../parts.ts';
import { type PageProps, setQuery } from '../../router.ts';
import { useKeys, useSettled } from '../../use.ts';
import { html, useEffect, useState, type VNode } from '../../view.ts';
import { type LevelsOfQuery, levelsOf, lowLevels, type StockLevelsQuery, stockLevels } from './levels.graphql';
import { useLocations } from './locations.ts';

type Level = NonNullable<StockLevelsQuery['levels']>['nodes'][number];
type Shown = { id: string; variant: Level['variant']; level?: Omit<Level, 'variant'> };
type Found = NonNullable<LevelsOfQuery['exact']>['nodes'][number];

const rowOf = ({ variant, ...level }: Level): Shown => ({ id: level.id, variant, level });
const rowsOf = ({ inventoryLevels, ...variant }: Found): Shown[] =>
  inventoryLevels.nodes.length === 0
    ? [{ id: variant.id, variant }]
    : inventoryLevels.nodes.map((level) => ({ id: level.id, variant, level }));

export default function Stock({ query }: PageProps): VNode {
  const { can } = useCompany();
  const locations = useLocations();
  const isLow = query.has('low');
  const [search, setSearch] = useState(query.get('q') ?? '');
  const settled = useSettled(search.trim());
  useEffect(() => setQuery({ q: settled }), [settled]);
  useKeys({ '/': () => document.querySelector<HTMLInputElement>('input[type=search]')?.focus() });
  const [storeId, locationId] = [query.get('store'), query.get('location')];
  const shown = { storeId, locationId };
  const tab = (low: string | null, text: string) => {
    const to = new URLSearchParams(query);
    if (low) to.set('low', low);
    else to.delete('low');
    return html`<a href="/admin/stock?${to}" aria-current=${isLow === Boolean(low) ? 'page' : undefined}>${text}</a>`;
  };
  return html`
    <${PageHead} title=${t('nav.stock')}>
      ${can('inventory_manage') && html`<a class="button plain" href="/admin/stock/count"><${Icon} name="clipboard-check" /> ${t('stock.count')}</a>`}
      ${can('inventory_manage') && html`<a class="button plain" href="/admin/stock/transfers"><${Icon} name="truck" /> ${t('stock.transfer')}</a>`}
      <a class="button" href="/admin/stock/purchases"><${Icon} name="box-seam" /> ${t('stock.purchases')}</a>
    <//>
    <div class="fields beside filters">
      <${TextField} label=${t('stock.search')} hideLabel value=${search} onInput=${setSearch}
        attributes=${{ type: 'search', placeholder: t('stock.search'), enterkeyhint: 'search' }} />
      <${StoreFilter} query=${query} />
      ${
        locations.length > 1 &&
        html`<${ChoiceField} label=${t('stock.location')} hideLabel value=${locationId ?? ''}
          onInput=${(location: string) => setQuery({ location })}
          options=${[{ value: '', text: t('stock.allLocations') }, ...locations.map(({ id, name }) => ({ value: id, text: name }))]} />`
      }
    </div>
    <nav class="tabs" aria-label=${t('stock.lists')}>${tab(null, t('stock.all'))}${tab('1', t('stock.low'))}</nav>
    ${
      settled
        ? html`<${SearchedLevels} key="found" search=${settled} ...${shown} />`
        : isLow
          ? html`<${LowLevels} key="low" ...${shown} />`
          : html`<${AllLevels} key="all" ...${shown} />`
    }
  `;
}

type ListProps = { storeId: string | null; locationId: string | null };

/** Filters of the address, as the server takes them. */
const filterOf = ({ locationId }: Partial<ListProps>) => ({
  ...(locationId && { locationId: { equalTo: locationId } }),
});

function AllLevels({ storeId, locationId }: ListProps): VNode {
  const { filterBy } = useCompany();
  const filter = { ...filterBy(storeId), ...filterOf({ locationId }) };
  const list = usePages(stockLevels, { first: 50, filter }, ({ levels }) => {
    const { rows, next } = byCursor(levels);
    return { rows: rows.map(rowOf), next };
  });
  return html`<${Rows} list=${list} empty=${t('stock.none')} row=${LevelRow} />`;
}

function LowLevels({ storeId, locationId }: ListProps): VNode {
  const list = usePages(lowLevels, { first: 50, storeId, filter: filterOf({ locationId }) }, ({ levels }) => {
    const { rows, next } = byCursor(levels);
    return { rows: rows.map(rowOf), next };
  });
  return html`<${Rows} list=${list} empty=${t('stock.noneLow')} row=${LevelRow} />`;
}

function SearchedLevels({ search, storeId, locationId }: ListProps & { search: string }): VNode {
  const { filterBy } = useCompany();
  const filter = { ...filterBy(storeId), ...filterOf({ locationId }) };
  const exact = { barcode: { equalTo: search }, ...filterBy(storeId) };
  const [hasMore, setMore] = useState(false);
  const list = usePages(levelsOf, { search, storeId, exact, filter }, (data) => {
    setMore(isCut(data.searchProducts));
    const found = [
      ...(data.exact?.nodes ?? []),
      ...(data.searchProducts?.nodes ?? []).flatMap((one) => one.variants.nodes),
    ];
    return { rows: [...new Map(found.flatMap(rowsOf).map((row) => [row.id, row])).values()] };
  });
  return html`<${Rows} list=${list} empty=${t('stock.notFound', { search })} row=${LevelRow} />
    ${hasMore && html`<p class="quiet">${t('goods.more')}</p>`}`;
}

function LevelRow({ variant, level }: Shown): VNode {
  const days = variant?.daysLeft;
  return html`
    <${GoodsName} product=${variant?.product?.name ?? ''} variant=${variant?.name} sku=${variant?.sku ?? ''}
      imageUrl=${variant?.product?.thumbnailUrl} href="/admin/stock/${variant?.id}" storeId=${variant?.storeId} />
    <dl class="counts">
      <div><dt>${level?.location?.name ?? t('stock.onHand')}</dt><dd>${number(level?.onHand ?? 0)}</dd></div>
      <div><dt>${t('stock.reserved')}</dt><dd>${number(level?.reserved ?? 0)}</dd></div>
      <div><dt>${t('stock.available')}</dt><dd>${number(level ? level.onHand - level.reserved : Number(variant?.available ?? 0))}</dd></div>
      <div><dt>${t('stock.lasts')}</dt><dd class=${days != null && days < 7 ? 'problem' : ''}>
        ${days == null ? '–' : t('stock.days', { count: days })}
      </dd></div>
    </dl>
  `;
}

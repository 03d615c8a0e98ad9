// The stock: what is there, what runs out and in how many days, found by name, SKU or barcode, at one location or all.
import { useCompany } from '../../company.ts';
import { type MessageKey, number, t } from '../../i18n.ts';
import type { Column } from '../../parts/columns.ts';
import { isCut } from '../../parts/is-cut.ts';
import { Rows } from '../../parts/rows.ts';
import { StoreFilter } from '../../parts/store-filter.ts';
import { TestBadge } from '../../parts/test-badge.ts';
import { byCursor, usePages } from '../../parts/use-pages.ts';
import { ChoiceField, Icon, PageHead, TextField } from '../../parts.ts';
import { type PageProps, setQuery } from '../../router.ts';
import { useKeys, useSettled } from '../../use.ts';
import { html, useEffect, useState, type VNode } from '../../view.ts';
import { Thumbnail } from '../products/thumbnail.ts';
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
  const list = usePages(stockLevels, { filter: Object.keys(filter).length > 0 ? filter : null }, ({ levels }) => {
    const { rows, next } = byCursor(levels);
    return { rows: rows.map(rowOf), next };
  });
  return html`<${Rows} list=${list} empty=${t('stock.none')} columns=${columnsOf()} row=${LevelRow} />`;
}

function LowLevels({ storeId, locationId }: ListProps): VNode {
  const list = usePages(lowLevels, { first: 50, storeId, filter: filterOf({ locationId }) }, ({ levels }) => {
    const { rows, next } = byCursor(levels);
    return { rows: rows.map(rowOf), next };
  });
  return html`<${Rows} list=${list} empty=${t('stock.noneLow')} columns=${columnsOf()} row=${LevelRow} />`;
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
  return html`<${Rows} list=${list} empty=${t('stock.notFound', { search })} columns=${columnsOf()} row=${LevelRow} />
    ${hasMore && html`<p class="quiet">${t('goods.more')}</p>`}`;
}

const columnsOf = (): Column[] => [
  { text: '', width: '2.25rem' },
  { text: t('product.name'), width: 'minmax(0, 3fr)' },
  { text: t('stock.location'), width: 'minmax(0, 1.5fr)' },
  { text: t('stock.onHand'), width: '5.5rem', isEnd: true },
  { text: t('stock.reserved'), width: '5.5rem', isEnd: true },
  { text: t('stock.available'), width: '5.5rem', isEnd: true },
  { text: t('stock.lasts'), width: '6.5rem', isEnd: true },
];

function LevelRow({ variant, level }: Shown): VNode {
  const days = variant?.daysLeft;
  const [product, name] = [variant?.product?.name ?? '', variant?.name];
  const figure = (text: MessageKey, shown: string, kind = 'figure') =>
    html`<span class="end"><span class="of-phone quiet">${t(text)} </span><span class=${kind}>${shown}</span></span>`;
  return html`
    <${Thumbnail} url=${variant?.product?.thumbnailUrl} />
    <a class="row-name" href="/admin/stock/${variant?.id}">${name && name !== product ? `${product} · ${name}` : product}
      <small class="quiet">${variant?.sku} <${TestBadge} storeId=${variant?.storeId} /></small></a>
    <span class="quiet">${level?.location?.name}</span>
    ${figure('stock.onHand', number(level?.onHand ?? 0))}
    ${figure('stock.reserved', number(level?.reserved ?? 0))}
    ${figure('stock.available', number(level ? level.onHand - level.reserved : Number(variant?.available ?? 0)))}
    ${figure('stock.lasts', days == null ? '–' : t('stock.days', { count: days }), days != null && days < 7 ? 'problem' : '')}
  `;
}

// Products: found by text, brand, category and status, or because something of them is missing; prices of several at once.
import { useCompany } from '../../company.ts';
import { useKept } from '../../history.ts';
import { label, number, t } from '../../i18n.ts';
import { type Column, sortOf, widthsOf } from '../../parts/columns.ts';
import { ListHead } from '../../parts/rows.ts';
import { StoreFilter } from '../../parts/store-filter.ts';
import { TestBadge } from '../../parts/test-badge.ts';
import { byCursor, byLastId, type PagedList, usePages } from '../../parts/use-pages.ts';
import { useWindow } from '../../parts/use-window.ts';
import {
  Badge,
  Button,
  ChoiceField,
  Empty,
  Icon,
  Loading,
  Money,
  More,
  PageHead,
  Problem,
  TextField,
  Time,
} from '../../parts.ts';
import { navigate, type PageProps, setQuery } from '../../router.ts';
import { useKeys, useSettled } from '../../use.ts';
import { html, useEffect, useRef, useState, type VNode } from '../../view.ts';
import { BulkChange } from './bulk.ts';
import { CatalogTabs } from './catalog-tabs.ts';
import {
  type ProductListQuery,
  type ProductOrderBy,
  productList,
  productsLowInStock,
  productsWithoutPicture,
  productsWithoutPrice,
  sortedProducts,
} from './list.graphql';
import { BulkPrices } from './prices.ts';
import { categoryOptions, useBrands, useCategories } from './taxonomy.ts';
import { Thumbnail } from './thumbnail.ts';

type Row = NonNullable<ProductListQuery['list']>['nodes'][number];
type Missing = 'picture' | 'price' | 'stock';

const statuses = ['active', 'draft', 'archived'] as const;
const missings: Missing[] = ['picture', 'price', 'stock'];

/** The list of the address: all that fit, or those that lack something. */
function useProducts(query: URLSearchParams): PagedList<Row> {
  const of = (name: string) => query.get(name);
  const only = of('only') as Missing | null;
  const storeId = of('store');
  const filters = {
    storeId,
    status: statuses.find((one) => one === of('status')) ?? null,
    categoryId: of('category'),
    brandId: of('brand'),
    search: of('search'),
  };
  const orderBy =
    query.has('sort') && isSortable(query) ? [sortOf<ProductOrderBy>(query, columnsOf(query, false))] : null;
  const all = usePages(only || orderBy ? null : productList, filters, ({ list }) => byLastId(list));
  const filter = {
    ...(storeId && { storeId: { equalTo: storeId } }),
    ...(filters.status && { status: { equalTo: filters.status } }),
    ...(filters.brandId && { brandId: { equalTo: filters.brandId } }),
  };
  const sorted = usePages(
    orderBy ? sortedProducts : null,
    { orderBy, ...(Object.keys(filter).length > 0 && { filter }) },
    ({ list }) => byCursor(list),
  );
  const unpictured = usePages(only === 'picture' ? productsWithoutPicture : null, { storeId }, ({ list }) =>
    byLastId(list),
  );
  const unpriced = usePages(only === 'price' ? productsWithoutPrice : null, { storeId }, ({ list }) => byLastId(list));
  const low = usePages(only === 'stock' ? productsLowInStock : null, { storeId }, ({ lowStock }) => {
    const { rows, next } = byCursor(lowStock);
    return { rows: rows.flatMap(({ variant }) => variant?.product ?? []), next };
  });
  if (only === 'picture') return unpictured;
  if (only === 'price') return unpriced;
  if (only !== 'stock') return orderBy ? sorted : all;
  // A product is low at several locations or in several variants.
  const unique = low.rows && [...new Map(low.rows.map((row) => [row.id, row])).values()];
  return { ...low, rows: unique };
}

/** Those of a category, those that a search finds and those that lack something have an order of their own. */
const isSortable = (query: URLSearchParams) => !['only', 'category', 'search'].some((name) => query.get(name));

const columnsOf = (query: URLSearchParams, mayChange: boolean): Column[] => [
  ...(mayChange ? [{ text: '', width: '2rem' }] : []),
  { text: '', width: '2.25rem' },
  { text: t('product.name'), width: 'minmax(0, 4fr)', sort: isSortable(query) && 'NAME' },
  { text: t('products.status'), width: 'minmax(0, 1.5fr)' },
  { text: t('list.made'), width: 'minmax(0, 1.2fr)', sort: isSortable(query) && 'CREATED_AT' },
  { text: t('products.variantCount'), width: 'minmax(0, 1.3fr)', isEnd: true },
  { text: t('stock.available'), width: 'minmax(0, 1.3fr)', isEnd: true },
  { text: t('variant.price'), width: 'minmax(0, 1.3fr)', isEnd: true },
];

const none: string[] = [];
/** So many products are chosen by one press. */
const mostAtOnce = 500;

export default function Products({ query }: PageProps): VNode {
  const { can, stores } = useCompany();
  const list = useProducts(query);
  const [chosen, setChosen] = useKept<string[]>('chosen', none);
  const [current, setCurrent] = useKept(`current ${query}`, -1);
  const [act, setAct] = useState<'prices' | 'change'>();
  const search = useRef<HTMLDivElement>(null);
  const { rows, problem, isLoading, more, retry, reload } = list;
  const toggle = (id: string) =>
    setChosen((all) => (all.includes(id) ? all.filter((one) => one !== id) : [...all, id]));
  const chooseAll = async () => {
    const found = await list.all(mostAtOnce);
    if (found) setChosen(() => [...new Set(found.map(({ id }) => id))]);
  };
  const walk = (step: number) => {
    const next = Math.min(Math.max(current + step, 0), (rows?.length ?? 1) - 1);
    setCurrent(() => next);
    window.reveal(next);
  };
  const window = useWindow(rows ?? [], String(query));
  const atCurrent = rows?.[current];
  useKeys({
    '/': () => search.current?.querySelector('input')?.focus(),
    j: () => walk(1),
    k: () => walk(-1),
    x: () => atCurrent && toggle(atCurrent.id),
    Enter: () => {
      const focused = document.activeElement;
      if (focused instanceof HTMLElement && focused.matches('a, button')) focused.click();
      else if (atCurrent) navigate(`/products/${atCurrent.id}`);
    },
  });
  const store = query.get('store') ?? (stores.length === 1 ? stores[0]!.id : null);
  const mayChange = can('catalog_manage');
  const columns = columnsOf(query, mayChange);
  return html`
    <${PageHead} title=${t('nav.products')}>
      <div ref=${search} class="search"><${Search} key=${query.get('only')} query=${query} /></div>
      ${mayChange && html`<a class="button" href="/admin/products/new"><${Icon} name="plus-lg" /><span>${t('products.new')}</span></a>`}
    <//>
    <div class="order-tools">
      <${CatalogTabs} />
      <div class="row">
        <${StoreFilter} query=${query} />
        <${Filters} query=${query} storeId=${store} />
      </div>
    </div>
    ${
      chosen.length > 0 &&
      html`<div class="chosen-bar">
        <strong>${t('products.chosen', { count: chosen.length })}</strong>
        <${Button} onClick=${() => setAct('prices')}>${t('products.setPrices')}<//>
        <${Button} kind="plain" onClick=${() => setAct('change')}>${t('products.change')}<//>
        <${Button} kind="plain" isBusy=${isLoading} onClick=${chooseAll}>${t('orders.chooseAll')}<//>
        <${Button} kind="plain" onClick=${() => setChosen(() => none)}>${t('products.chooseNone')}<//>
      </div>`
    }
    <${Problem} of=${problem} onRetry=${retry} />
    ${!rows && !problem && html`<${Loading} />`}
    ${rows?.length === 0 && html`<${Empty}>${t(query.size > 0 ? 'products.noneFound' : 'products.none')}<//>`}
    ${
      rows &&
      rows.length > 0 &&
      html`<${ListHead} columns=${columns} />
      <ul class="list in-columns" style=${widthsOf(columns)} ref=${window.list}>
        ${window.above}
        ${window.shown.map(
          (row, n) => html`<li key=${row.id} data-current=${window.first + n === current ? '' : undefined}>
            <${ProductRow} row=${row} isChosen=${chosen.includes(row.id)} onChoose=${mayChange && (() => toggle(row.id))} />
          </li>`,
        )}
        ${window.below}
      </ul>`
    }
    ${more && html`<${More} onMore=${more} isLoading=${isLoading} />`}
    ${
      act &&
      html`<${act === 'prices' ? BulkPrices : BulkChange} productIds=${chosen} onClose=${() => setAct(undefined)} onDone=${() => {
        setAct(undefined);
        setChosen(() => none);
        void reload();
      }} />`
    }
  `;
}

function Search({ query }: { query: URLSearchParams }): VNode {
  const [text, setText] = useState(query.get('search') ?? '');
  const settled = useSettled(text.trim());
  useEffect(() => {
    if (settled !== (query.get('search') ?? '')) setQuery({ search: settled, ...(settled && { only: '' }) });
  }, [settled]);
  return html`<${TextField} label=${t('products.search')} hideLabel value=${text} onInput=${setText}
    attributes=${{ type: 'search', placeholder: t('products.search') }} />`;
}

/** What lacks something is a list of its own, which the other filters do not narrow. */
const nothing = { status: '', category: '', brand: '', search: '' };

function Filters({ query, storeId }: { query: URLSearchParams; storeId: string | null }): VNode {
  const categories = useCategories(storeId).rows ?? [];
  const brands = useBrands(storeId).rows ?? [];
  const choice = (name: string, text: string, every: string, options: { value: string; text: string }[]) =>
    options.length > 0 &&
    html`<${ChoiceField} label=${text} hideLabel value=${query.get(name) ?? ''}
      options=${[{ value: '', text: every }, ...options]}
      onInput=${(value: string) =>
        setQuery(name === 'only' ? { ...nothing, only: value } : { [name]: value, only: '' })} />`;
  const onlyOptions = missings.map((value) => ({ value, text: label('productsOnly', value) }));
  return html`
    ${choice(
      'status',
      t('products.status'),
      t('products.everyStatus'),
      statuses.map((value) => ({ value, text: label('productStatus', value) })),
    )}
    ${choice('category', t('products.category'), t('products.everyCategory'), categoryOptions(categories))}
    ${choice(
      'brand',
      t('products.brand'),
      t('products.everyBrand'),
      brands.map(({ id, name }) => ({ value: id, text: name })),
    )}
    ${choice('only', t('products.only'), t('products.everything'), onlyOptions)}
  `;
}

type RowProps = { row: Row; isChosen: boolean; onChoose: false | (() => void) };

function ProductRow({ row, isChosen, onChoose }: RowProps): VNode {
  const { symbolOf, zoneOf } = useCompany();
  const symbol = symbolOf(row.storeId);
  const [first] = row.variants.nodes;
  const available = Number(row.available ?? 0);
  return html`
    ${
      onChoose &&
      html`<label class="tick"><span class="spoken">${t('products.choose', { name: row.name })}</span>
      <input type="checkbox" checked=${isChosen} onChange=${onChoose} /></label>`
    }
    <${Thumbnail} url=${row.thumbnailUrl} />
    <a class="row-name" href="/admin/products/${row.id}">${row.name}
      <small class="quiet">${[row.brand?.name, first?.sku].filter(Boolean).join(' · ')}</small></a>
    <span><span class=${row.status === 'active' ? 'of-desk' : ''}><${Badge} list="productStatus" code=${row.status} /></span>
      <${TestBadge} storeId=${row.storeId} /></span>
    <span class="quiet of-desk"><${Time} at=${row.createdAt} style="day" zone=${zoneOf(row.storeId)} /></span>
    <span class="end quiet"><span class="of-phone">${t('products.variants', { count: row.variants.totalCount })}</span>
      <span class="of-desk figure">${number(row.variants.totalCount)}</span></span>
    <span class="end ${available > 0 ? '' : 'problem'}"><span class="of-phone">${t('products.available', { count: available })}</span>
      <span class="of-desk figure">${number(available)}</span></span>
    <span class="end money">${first && html`<${Money} amount=${first.discountPrice ?? first.price} symbol=${symbol} />`}</span>
  `;
}

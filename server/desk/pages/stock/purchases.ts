// Goods from suppliers: what was ordered and what has come.
import { useCompany } from '../../company.ts';
import { t } from '../../i18n.ts';
import { type Column, sortOf } from '../../parts/columns.ts';
import { Rows } from '../../parts/rows.ts';
import { byCursor, type RowOf, usePages } from '../../parts/use-pages.ts';
import { Badge, Icon, PageHead, Time } from '../../parts.ts';
import type { PageProps } from '../../router.ts';
import { html, type VNode } from '../../view.ts';
import { type PurchaseOrderBy, type PurchaseStatus, purchases } from './purchases.graphql';

export default function Purchases({ query }: PageProps): VNode {
  const { can } = useCompany();
  const isAll = query.has('all');
  const filter = isAll ? {} : { status: { in: ['open', 'partly_received'] satisfies PurchaseStatus[] } };
  const columns: Column[] = [
    { text: t('purchase.one'), width: 'minmax(0, 2fr)', sort: 'NUMBER' },
    { text: t('purchase.supplier'), width: 'minmax(0, 3fr)', sort: 'SUPPLIER_NAME' },
    { text: t('stock.location'), width: 'minmax(0, 2fr)' },
    { text: t('products.status'), width: 'minmax(0, 2fr)' },
    { text: t('list.made'), width: 'minmax(0, 2fr)', sort: 'CREATED_AT' },
    { text: t('purchase.lineCount'), width: 'minmax(0, 1fr)', isEnd: true },
  ];
  const orderBy = [sortOf<PurchaseOrderBy>(query, columns), 'ID_DESC' as const];
  const list = usePages(purchases, { first: 30, filter, orderBy }, (data) => byCursor(data.list));
  const row = (one: RowOf<typeof list>) => html`
    <a class="row-name" href="/admin/stock/purchases/${one.id}">${one.number}</a>
    <span>${[one.supplierName ?? t('purchase.noSupplier'), one.supplierDocument].filter(Boolean).join(' · ')}</span>
    <span class="quiet">${one.location?.name}</span>
    <span><${Badge} list="purchaseStatus" code=${one.status} /></span>
    <span class="quiet"><${Time} at=${one.createdAt} /></span>
    <span class="end">${t('count.lines', { count: one.purchaseLines.totalCount })}</span>`;
  const tab = (all: boolean, text: string) => html`<a href="/admin/stock/purchases${all ? '?all=1' : ''}"
    aria-current=${all === isAll ? 'page' : undefined}>${text}</a>`;
  return html`
    <${PageHead} title=${t('stock.purchases')} back=${{ href: '/admin/stock', text: t('nav.stock') }}>
      <nav class="tabs" aria-label=${t('stock.purchases')}>${tab(false, t('purchase.open'))}${tab(true, t('purchase.all'))}</nav>
      ${
        can('inventory_manage') &&
        html`<a class="button" href="/admin/stock/purchases/new"><${Icon} name="plus-lg" /> ${t('purchase.new')}</a>`
      }
    <//>
    <${Rows} list=${list} empty=${t(isAll ? 'purchase.none' : 'purchase.noneOpen')} columns=${columns} row=${row} />
  `;
}

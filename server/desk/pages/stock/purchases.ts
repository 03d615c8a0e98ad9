// Goods from suppliers: what was ordered and what has come.
import { useCompany } from '../../company.ts';
import { t } from '../../i18n.ts';
import { Rows } from '../../parts/rows.ts';
import { byCursor, type RowOf, usePages } from '../../parts/use-pages.ts';
import { Badge, Icon, PageHead, Time } from '../../parts.ts';
import type { PageProps } from '../../router.ts';
import { html, type VNode } from '../../view.ts';
import { type PurchaseStatus, purchases } from './purchases.graphql';

export default function Purchases({ query }: PageProps): VNode {
  const { can } = useCompany();
  const isAll = query.has('all');
  const filter = isAll ? {} : { status: { in: ['open', 'partly_received'] satisfies PurchaseStatus[] } };
  const list = usePages(purchases, { first: 30, filter }, (data) => byCursor(data.list));
  const row = (one: RowOf<typeof list>) => html`
    <div class="grow">
      <p><a href="/admin/stock/purchases/${one.id}">${one.number}</a> · ${one.supplierName ?? t('purchase.noSupplier')}</p>
      <p class="quiet">${[one.supplierDocument, one.location?.name].filter(Boolean).join(' · ')} ·
        ${t('count.lines', { count: one.purchaseLines.totalCount })}</p>
    </div>
    <div class="end"><${Badge} list="purchaseStatus" code=${one.status} /><p class="quiet"><${Time} at=${one.createdAt} /></p></div>`;
  const tab = (all: boolean, text: string) => html`<a href="/admin/stock/purchases${all ? '?all=1' : ''}"
    aria-current=${all === isAll ? 'page' : undefined}>${text}</a>`;
  return html`
    <${PageHead} title=${t('stock.purchases')} back=${{ href: '/admin/stock', text: t('nav.stock') }}>
      ${
        can('inventory_manage') &&
        html`<a class="button" href="/admin/stock/purchases/new"><${Icon} name="plus-lg" /> ${t('purchase.new')}</a>`
      }
    <//>
    <nav class="tabs" aria-label=${t('stock.purchases')}>${tab(false, t('purchase.open'))}${tab(true, t('purchase.all'))}</nav>
    <${Rows} list=${list} empty=${t(isAll ? 'purchase.none' : 'purchase.noneOpen')} row=${row} />
  `;
}

// Reports of one store: what was sold in a period and in the one before, what sold best, where the cash is, how calls
// ended, what orders earned, and what the stock is worth.
import { useCompany } from '../../company.ts';
import { t } from '../../i18n.ts';
import { StoreFilter } from '../../parts/store-filter.ts';
import { PageHead } from '../../parts.ts';
import type { PageProps } from '../../router.ts';
import { useData } from '../../use.ts';
import { html, type VNode } from '../../view.ts';
import { Calls } from './calls.ts';
import { Cash } from './cash.ts';
import { PeriodFilter, windowOf } from './period.ts';
import { Profit } from './profit.ts';
import { sales } from './reports.graphql';
import { Sales } from './sales.ts';
import { StockValue } from './stock-value.ts';
import { TopProducts } from './top-products.ts';

export default function Reports({ query }: PageProps): VNode {
  const { stores, can, symbolOf } = useCompany();
  const store = stores.find(({ id }) => id === query.get('store')) ?? stores[0];
  const { from, to } = windowOf(query, store?.timezone ?? 'UTC');
  const asked = { storeId: store?.id ?? '', from, to };
  const read = useData(store ? sales : null, asked);
  const summary = read.data?.store?.salesSummary;
  const shown = { from: from ?? summary?.from ?? null, to: to ?? summary?.to ?? null };
  return html`
    <${PageHead} title=${t('nav.reports')}>
      <a class="line" data-plain href="/docs/desk#what-each-figure-counts">${t('figures.what')}</a>
    <//>
    ${!store && html`<p>${t('reports.noStore')}</p>`}
    ${
      store &&
      html`<div class="fields beside filters">
          <${StoreFilter} query=${query} needsOne />
          <${PeriodFilter} query=${query} shown=${shown} />
        </div>
        <div class="in-order">
        <${Sales} asked=${asked} read=${read} symbol=${symbolOf(store.id)} />
        <${TopProducts} asked=${asked} symbol=${symbolOf(store.id)} />
        <${Cash} storeId=${store.id} symbol=${symbolOf(store.id)} />
        <${Calls} asked=${asked} />
        ${can('costs_read') && html`<${Profit} asked=${asked} symbol=${symbolOf(store.id)} />`}
        ${can('costs_read') && html`<${StockValue} storeId=${store.id} symbol=${symbolOf(store.id)} />`}
        </div>`
    }
  `;
}

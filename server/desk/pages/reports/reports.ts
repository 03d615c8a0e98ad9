// Reports of one store: what was sold in a period and in the one before, where the cash is, how calls ended, and what the
// stock is worth. Of one or all: what sold best, what orders earned, what became of them, by courier, why goods came back,
// and the statement for the accountant.
import { type Store, useCompany } from '../../company.ts';
import { day, t } from '../../i18n.ts';
import { StoreFilter } from '../../parts/store-filter.ts';
import { PageHead } from '../../parts.ts';
import type { PageProps } from '../../router.ts';
import { useData } from '../../use.ts';
import { html, type VNode } from '../../view.ts';
import { Calls } from './calls.ts';
import { Cash } from './cash.ts';
import { CourierFigures } from './courier-figures.ts';
import { OrderFigures } from './order-figures.ts';
import { PeriodFilter, thisMonth, windowOf } from './period.ts';
import { Profit } from './profit.ts';
import { sales } from './reports.graphql';
import { ReturnFigures } from './return-figures.ts';
import { Sales } from './sales.ts';
import { Statement } from './statement.ts';
import { StockValue } from './stock-value.ts';
import { StoreFigures } from './store-figures.ts';
import { TopProducts } from './top-products.ts';

export default function Reports({ query }: PageProps): VNode {
  const { stores, can, symbolOf } = useCompany();
  const isOfAll = query.get('store') === 'all' && mayAddUp(stores);
  const store = stores.find(({ id }) => id === query.get('store')) ?? stores[0];
  const timeZone = store?.timezone ?? 'UTC';
  const { from, to } = windowOf(query, timeZone);
  const asked = { storeId: store?.id ?? '', from, to };
  const read = useData(store && !isOfAll ? sales : null, asked);
  const days = isOfAll ? thisMonth(timeZone) : read.data?.store?.salesSummary;
  const shown = { from: from ?? days?.from ?? null, to: to ?? days?.to ?? null };
  const ofOneOrAll = { storeId: isOfAll ? null : (store?.id ?? null), from, to };
  const symbol = symbolOf(store?.id);
  const seesCharges = can('payments_manage') || can('costs_read');
  const of = [shown.from, shown.to].flatMap((date) => (date ? day(date) : [])).join(' – ');
  return html`
    <${PageHead} title=${t('nav.reports')}>
      <a class="line" data-plain href="/docs/desk#what-each-figure-counts">${t('figures.what')}</a>
    <//>
    ${!store && html`<p>${t('reports.noStore')}</p>`}
    ${
      store &&
      html`<div class="fields beside filters">
          <${StoreFilter} query=${query} isLabelled needsOne orAll=${mayAddUp(stores)} />
          <${PeriodFilter} query=${query} shown=${shown} />
        </div>
        <p class="of-print">${[isOfAll ? t('filter.allStores') : store.name, of].join(' · ')}</p>
        <div class="in-order">
        ${
          isOfAll
            ? html`<${StoreFigures} asked=${{ from, to }} symbol=${symbol} />`
            : html`<${Sales} asked=${asked} read=${read} symbol=${symbol} />
              <${Cash} storeId=${store.id} symbol=${symbol} />
              <${Calls} asked=${asked} />`
        }
        <${TopProducts} asked=${ofOneOrAll} symbol=${symbol} />
        ${can('costs_read') && html`<${Profit} asked=${ofOneOrAll} symbol=${symbol} />`}
        <${OrderFigures} asked=${ofOneOrAll} symbol=${symbol} />
        <${CourierFigures} asked=${ofOneOrAll} symbol=${symbol} showsCharges=${seesCharges} />
        <${ReturnFigures} asked=${ofOneOrAll} symbol=${symbol} />
        ${seesCharges && html`<${Statement} asked=${ofOneOrAll} of=${of} />`}
        ${!isOfAll && can('costs_read') && html`<${StockValue} storeId=${store.id} symbol=${symbol} />`}
        </div>`
    }
  `;
}

/** Amounts of several currencies have no sum. */
const mayAddUp = (stores: Store[]): boolean => {
  const live = stores.filter(({ isTest }) => !isTest);
  return live.length > 1 && new Set(live.map(({ currencyCode }) => currencyCode)).size === 1;
};

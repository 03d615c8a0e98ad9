// The payouts of one courier, or of what went without one, the latest first. For those who may see what couriers charge.
import { fromPoisha, inPoisha } from '../../amounts.ts';
import { useCompany } from '../../company.ts';
import { type CurrencySymbol, money, t } from '../../i18n.ts';
import { Rows } from '../../parts/rows.ts';
import { StoreFilter } from '../../parts/store-filter.ts';
import { TestBadge } from '../../parts/test-badge.ts';
import { byCursor, type RowOf, usePages } from '../../parts/use-pages.ts';
import { Money, PageHead, Time } from '../../parts.ts';
import { byHand } from '../../paths.ts';
import { addressOf, type PageProps } from '../../router.ts';
import { useData } from '../../use.ts';
import { html, type VNode } from '../../view.ts';
import { maySeePayouts } from './courier.ts';
import { courierName, payouts } from './payouts.graphql';

type Amounts = { amount: string; chargedAmount: string };

/** The cash of customers that a payout settles, or one of its payments: what came in, and what was charged. */
export const collectedOf = ({ amount, chargedAmount }: Amounts): string =>
  fromPoisha(inPoisha(amount) + inPoisha(chargedAmount));

export const noPage = (): VNode => html`<${PageHead} title=${t('problem.noPage')} />`;

export default function Payouts(props: PageProps): VNode {
  return maySeePayouts(useCompany()) ? html`<${List} ...${props} />` : noPage();
}

const usePayouts = (isByHand: boolean, courierId: string, storeId: string | null) => {
  const { filterBy } = useCompany();
  const courier = isByHand ? { isNull: true } : { equalTo: courierId };
  return usePages(
    payouts,
    { filter: { courierId: courier, ...filterBy(storeId) }, after: null as string | null },
    ({ list }) => byCursor(list),
  );
};
type Payout = RowOf<ReturnType<typeof usePayouts>>;

function List({ params, query }: PageProps): VNode {
  const { symbolOf } = useCompany();
  const courierId = params.id!;
  const isByHand = courierId === byHand;
  const store = { store: query.get('store') };
  const { data } = useData(isByHand ? null : courierName, { courierId });
  const list = usePayouts(isByHand, courierId, store.store);
  const name = isByHand ? t('orders.byHand') : (data?.courier?.name ?? '');
  return html`
    <${PageHead} title=${name ? t('payouts.of', { name }) : t('payouts.title')}
      back=${{ href: addressOf(`/couriers/${courierId}`, store), text: name || t('nav.couriers') }}>
      <${StoreFilter} query=${query} />
    <//>
    <${Rows} list=${list} empty=${t('payouts.none')} row=${(payout: Payout) => html`
      <a class="grow entry" href=${addressOf(`/couriers/${courierId}/payouts/${payout.id}`, store)}>
        <strong>${payout.reference ?? t('payouts.one')}</strong> <${TestBadge} storeId=${payout.storeId} />
        <span class="quiet"><${Time} at=${payout.receivedAt ?? payout.createdAt} /> · ${t('today.parcels', { count: payout.parcelCount ?? 0 })}</span>
      </a>
      <${Sums} of=${payout} symbol=${symbolOf(payout.storeId)} />`} />`;
}

/** What came in, and under it of what it is left. */
const Sums = ({ of, symbol }: { of: Payout; symbol: CurrencySymbol }): VNode => html`<span class="amount">
  <strong><${Money} amount=${of.amount} symbol=${symbol} /></strong><br />
  <span class="quiet">${t('payouts.sums', { collected: money(collectedOf(of), symbol), charged: money(of.chargedAmount, symbol) })}</span>
</span>`;

// One courier, or what went without one: the parcels whose cash it holds, those on the road by age, and those coming back. What happened to a parcel
// is recorded at its order.
import { addressPart } from '../../address.ts';
import type { Document } from '../../client.ts';
import { type Company, useCompany } from '../../company.ts';
import { ago, number, t } from '../../i18n.ts';
import { HistoryLink } from '../../parts/history-link.ts';
import { OpenOrder } from '../../parts/open-order.ts';
import { Rows } from '../../parts/rows.ts';
import { StoreFilter } from '../../parts/store-filter.ts';
import { TestBadge } from '../../parts/test-badge.ts';
import { byCursor, byLastId, usePages } from '../../parts/use-pages.ts';
import { Badge, Money, PageHead, Problem } from '../../parts.ts';
import { byHand } from '../../paths.ts';
import { addressOf, type PageProps } from '../../router.ts';
import { useData } from '../../use.ts';
import { html, type VNode } from '../../view.ts';
import {
  courierParcels,
  type HeldParcelsQuery,
  heldParcels,
  type ParcelFilter,
  parcelsBack,
  parcelsByHand,
  parcelsOut,
} from './couriers.graphql';

type Held = NonNullable<HeldParcelsQuery['list']>['nodes'][number];
type Parcel = Omit<Held, 'heldAmount'> & { heldAmount?: string | null };
type Page = { nodes: Parcel[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } } | null;

const lists = ['held', 'out', 'back'] as const;
type List = (typeof lists)[number];
const documents = { held: heldParcels, out: parcelsOut, back: parcelsBack };

/** What went without a courier has no list of its own: it is filtered. */
const nobody = '00000000-0000-0000-0000-000000000000';
const filters: Record<List, ParcelFilter> = {
  held: { heldAmount: { greaterThan: '0' } },
  out: { work: { in: ['with_courier', 'coming_back'] } },
  back: { work: { equalTo: 'coming_back' } },
};

/** Who may see charges of couriers (app.courier_charges): others have no list of payouts. */
export const maySeePayouts = ({ can }: Company): boolean => can('payments_manage') || can('costs_read');

/** For how long something is out. */
export const daysText = (days: number | null): string =>
  days ? t('couriers.days', { count: days }) : t('couriers.today');

export default function Courier({ params, query }: PageProps): VNode {
  const company = useCompany();
  const { symbolOf, can } = company;
  const courierId = params.id!;
  const isByHand = courierId === byHand;
  const storeId = query.get('store');
  const store = { store: storeId };
  const { data, problem, reload } = useData(courierParcels, {
    courierId: isByHand ? nobody : courierId,
    of: isByHand ? { isNull: true } : { equalTo: courierId },
    storeId,
  });
  const [work] = data?.courierWork?.nodes ?? [];
  const list = lists.find((one) => one === query.get('list')) ?? 'held';
  const counts = { held: work?.heldParcels, out: work?.withCourier, back: work?.comingBack };
  return html`
    <${PageHead} title=${data?.courier?.name ?? t(isByHand ? 'orders.byHand' : 'nav.couriers')} back=${{ href: addressOf('/couriers', store), text: t('nav.couriers') }}>
      <${StoreFilter} query=${query} />
      ${!isByHand && html`<${HistoryLink} type="courier" id=${courierId} />`}
      ${maySeePayouts(company) && html`<a class="button plain" href=${addressOf(`/couriers/${courierId}/payouts`, store)}>${t('payouts.title')}</a>`}
      ${!isByHand && can('payments_manage') && html`<a class="button" href=${addressOf(`/couriers/${courierId}/payout`, store)}>${t('payout.title')}</a>`}
    <//>
    <${Problem} of=${problem} onRetry=${reload} />
    ${
      work?.heldSince &&
      html`<p class="notice"><strong><${Money} amount=${work.heldAmount} symbol=${symbolOf(storeId)} /></strong>${' '}
        ${t('couriers.since', { count: work.heldParcels ?? 0, ago: ago(work.heldSince) })}</p>`
    }
    <nav class="tabs" aria-label=${t('couriers.lists')}>${lists.map(
      (one) =>
        html`<a key=${one} href=${addressOf(`/couriers/${courierId}`, { list: one, ...store })} aria-current=${one === list ? 'page' : undefined}>
          ${t(`couriers.${one}`)} <span class="badge">${number(counts[one] ?? 0)}</span></a>`,
    )}</nav>
    <${Parcels} key=${`${list} ${storeId}`} list=${list} courierId=${courierId} storeId=${storeId} />`;
}

type ParcelsProps = { list: List; courierId: string; storeId: string | null };

function Parcels({ list, courierId, storeId }: ParcelsProps): VNode {
  const { symbolOf, filterBy } = useCompany();
  const isByHand = courierId === byHand;
  const filter = { courierId: { isNull: true }, ...filters[list], ...filterBy(storeId) };
  const parcels = usePages(
    (isByHand ? parcelsByHand : documents[list]) as Document<{ list: Page }, { after: string | null }>,
    { ...(isByHand ? { filter } : { courierId, storeId }), after: null },
    (data) => (isByHand ? byCursor(data.list) : byLastId(data.list)),
  );
  return html`<${Rows} list=${parcels} empty=${t('couriers.none')} row=${(parcel: Parcel) => html`
    <span class="grow"><strong>${parcel.order?.number}</strong> ${parcel.trackingCode ?? ''} <${TestBadge} storeId=${parcel.storeId} /><br />
      <span class="quiet">${[parcel.order?.customer?.fullName, addressPart(parcel.order?.shippingAddress, 'city')].filter(Boolean).join(', ')}</span>
      ${' '}<${Badge} list="parcelStatus" code=${parcel.status} /></span>
    <span class="amount"><${Money} amount=${(list === 'held' && parcel.heldAmount) || parcel.codAmount} symbol=${symbolOf(parcel.storeId)} /><br />
      <span class="quiet">${list === 'held' ? parcel.deliveredAt && ago(parcel.deliveredAt) : daysText(parcel.daysOut)}</span></span>
    <${OpenOrder} id=${parcel.order?.id} number=${parcel.order?.number ?? ''} />`} />`;
}

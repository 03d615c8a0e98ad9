// One courier: the parcels whose cash it holds, those on the road by age, and those coming back. What happened to a parcel
// is recorded at its order.
import { addressPart } from '../../address.ts';
import type { Document } from '../../client.ts';
import { useCompany } from '../../company.ts';
import { ago, number, t } from '../../i18n.ts';
import { OpenOrder } from '../../parts/open-order.ts';
import { StoreFilter } from '../../parts/store-filter.ts';
import { TestBadge } from '../../parts/test-badge.ts';
import { Badge, Empty, Loading, Money, More, PageHead, Problem } from '../../parts.ts';
import { addressOf, type PageProps } from '../../router.ts';
import { useData } from '../../use.ts';
import { useKeyset } from '../../use-keyset.ts';
import { html, type VNode } from '../../view.ts';
import { courierParcels, type HeldParcelsQuery, heldParcels, parcelsBack, parcelsOut } from './couriers.graphql.ts';

type Held = NonNullable<HeldParcelsQuery['heldParcels']>['nodes'][number];
type Parcel = Omit<Held, 'heldAmount'> & { heldAmount?: string | null };
type Page = { nodes: Parcel[]; pageInfo: { hasNextPage: boolean } } | null;
type Variables = {
  courierId?: string | null | undefined;
  storeId?: string | null | undefined;
  startingAfter?: string | null | undefined;
};

const lists = ['held', 'out', 'back'] as const;
type List = (typeof lists)[number];
const documents = { held: heldParcels, out: parcelsOut, back: parcelsBack } as unknown as Record<
  List,
  Document<Record<string, Page>, Variables>
>;

/** For how long something is out. */
export const daysText = (days: number | null): string =>
  days ? t('couriers.days', { count: days }) : t('couriers.today');

export default function Courier({ params, query }: PageProps): VNode {
  const { symbolOf, can } = useCompany();
  const courierId = params.id!;
  const storeId = query.get('store');
  const store = { store: storeId };
  const { data, problem, reload } = useData(courierParcels, { courierId, storeId });
  const [work] = data?.courierWork?.nodes ?? [];
  const list = lists.find((one) => one === query.get('list')) ?? 'held';
  const counts = { held: work?.heldParcels, out: work?.withCourier, back: work?.comingBack };
  return html`
    <${PageHead} title=${data?.courier?.name ?? t('nav.couriers')} back=${{ href: addressOf('/couriers', store), text: t('couriers.title') }}>
      <${StoreFilter} query=${query} />
      ${can('payments_manage') && html`<a class="button" href=${addressOf(`/couriers/${courierId}/payout`, store)}>${t('payout.title')}</a>`}
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
  const { symbolOf } = useCompany();
  const { rows, isMore, more, isLoading, problem, reload } = useKeyset(
    documents[list],
    { courierId, storeId },
    (data) => Object.values(data)[0] ?? null,
  );
  if (problem && rows.length === 0) return html`<${Problem} of=${problem} onRetry=${reload} />`;
  if (rows.length === 0) return isLoading ? html`<${Loading} />` : html`<${Empty}>${t('couriers.none')}<//>`;
  return html`<ul class="list">${rows.map(
    (parcel) =>
      html`<li key=${parcel.id}>
        <span class="grow"><strong>${parcel.order?.number}</strong> ${parcel.trackingCode ?? ''} <${TestBadge} storeId=${parcel.storeId} /><br />
          <span class="quiet">${[parcel.order?.customer?.fullName, addressPart(parcel.order?.shippingAddress, 'city')].filter(Boolean).join(', ')}</span>
          ${' '}<${Badge} list="parcelStatus" code=${parcel.status} /></span>
        <span class="amount"><${Money} amount=${parcel.heldAmount ?? parcel.codAmount} symbol=${symbolOf(parcel.storeId)} /><br />
          <span class="quiet">${list === 'held' ? parcel.deliveredAt && ago(parcel.deliveredAt) : daysText(parcel.daysOut)}</span></span>
        <${OpenOrder} id=${parcel.order?.id} number=${parcel.order?.number ?? ''} />
      </li>`,
  )}</ul>
  ${isMore && html`<${More} onMore=${more} isLoading=${isLoading} />`}`;
}

// What each courier has of ours: parcels on the road, parcels coming back, and cash.
import { heldOf } from '../../amounts.ts';
import { useCompany } from '../../company.ts';
import { ago, number, t } from '../../i18n.ts';
import { StoreFilter } from '../../parts/store-filter.ts';
import { Empty, Loading, Money, PageHead, Problem } from '../../parts.ts';
import { byHand } from '../../paths.ts';
import { addressOf, type PageProps } from '../../router.ts';
import { useData } from '../../use.ts';
import { html, type VNode } from '../../view.ts';
import { daysText } from './courier.ts';
import { type CouriersQuery, couriers } from './couriers.graphql';

type Work = NonNullable<CouriersQuery['courierWork']>['nodes'][number];

export default function Couriers({ query }: PageProps): VNode {
  const { symbolOf } = useCompany();
  const storeId = query.get('store');
  const { data, problem, reload } = useData(couriers, { storeId }, { everyMs: 60_000 });
  const rows = data?.courierWork?.nodes ?? [];
  const held = heldOf(rows);
  return html`
    <${PageHead} title=${t('nav.couriers')}>
      <${StoreFilter} query=${query} />
      <a class="button plain" href=${addressOf('/packing/hand-over', { store: storeId })}>${t('handOver.title')}</a>
    <//>
    <${Problem} of=${problem} onRetry=${reload} />
    ${!data && !problem && html`<${Loading} />`}
    ${data && rows.length === 0 && html`<${Empty}>${t('couriers.nothing')}<//>`}
    ${
      held.parcels > 0 &&
      html`<p class="notice">${t('today.held')}: <strong><${Money} amount=${held.amount} symbol=${symbolOf(storeId)} /></strong>${' · '}${t('today.parcels', { count: held.parcels })}</p>`
    }
    <ul class="couriers">${rows.map((row) => html`<${Courier} key=${row.courierId} work=${row} storeId=${storeId} />`)}</ul>`;
}

function Courier({ work, storeId }: { work: Work; storeId: string | null }): VNode {
  const { symbolOf, can } = useCompany();
  const { courierId } = work;
  const store = { store: storeId };
  const own = addressOf(`/couriers/${courierId ?? byHand}`, store);
  const figure = (key: 'toHandOver' | 'withCourier' | 'comingBack', count: number | null, note = '') =>
    html`<div><dt>${t(`couriers.${key}`)}</dt><dd><strong>${number(count ?? 0)}</strong> <span class="quiet">${note}</span></dd></div>`;
  return html`<li class="card">
    <div class="card-head"><h2><a href=${own}>${work.name ?? t('orders.byHand')}</a></h2></div>
    <dl class="figures">
      ${figure('toHandOver', work.toHandOver)}
      ${figure('withCourier', work.withCourier, work.withCourier ? daysText(work.daysOut) : '')}
      ${figure('comingBack', work.comingBack)}
      <div class="wide"><dt>${t('couriers.held')}</dt>
        <dd><strong><${Money} amount=${work.heldAmount} symbol=${symbolOf(storeId)} /></strong>${' '}
          <span class="quiet">${work.heldSince && t('couriers.since', { count: work.heldParcels ?? 0, ago: ago(work.heldSince) })}</span></dd></div>
    </dl>
    <div class="acts">
      <a class="button plain" href=${own}>${t('couriers.open')}</a>
      ${Boolean(work.toHandOver && courierId) && html`<a class="button plain" href=${addressOf('/packing/hand-over', { courier: courierId, ...store })}>${t('handOver.title')}</a>`}
      ${Boolean(work.heldParcels && courierId && can('payments_manage')) && html`<a class="button" href=${addressOf(`/couriers/${courierId}/payout`, store)}>${t('payout.title')}</a>`}
    </div>
  </li>`;
}

// What each courier has of ours: parcels on the road, parcels coming back, and cash.
import { useCompany } from '../../company.ts';
import { ago, number, t } from '../../i18n.ts';
import { Empty, Loading, Money, PageHead, Problem } from '../../parts.ts';
import { useData } from '../../use.ts';
import { html, type VNode } from '../../view.ts';
import { daysText } from './courier.ts';
import { type CouriersQuery, couriers } from './couriers.graphql.ts';

type Work = NonNullable<CouriersQuery['courierWork']>['nodes'][number];

export default function Couriers(): VNode {
  const { data, problem, reload } = useData(couriers, {}, { everyMs: 60_000 });
  const rows = data?.courierWork?.nodes ?? [];
  return html`
    <${PageHead} title=${t('couriers.title')}>
      <a class="button plain" href="/admin/packing/hand-over">${t('handOver.title')}</a>
    <//>
    <${Problem} of=${problem} onRetry=${reload} />
    ${!data && !problem && html`<${Loading} />`}
    ${data && rows.length === 0 && html`<${Empty}>${t('couriers.nothing')}<//>`}
    <ul class="couriers">${rows.map((row) => html`<${Courier} key=${row.courierId} work=${row} />`)}</ul>`;
}

function Courier({ work }: { work: Work }): VNode {
  const { symbolOf, can } = useCompany();
  const { courierId } = work;
  const figure = (key: 'toHandOver' | 'withCourier' | 'comingBack', count: number | null, note = '') =>
    html`<div><dt>${t(`couriers.${key}`)}</dt><dd><strong>${number(count ?? 0)}</strong> <span class="quiet">${note}</span></dd></div>`;
  return html`<li class="card">
    <div class="card-head"><h2>${
      courierId ? html`<a href="/admin/couriers/${courierId}">${work.name}</a>` : t('packing.byHand')
    }</h2></div>
    <dl class="figures">
      ${figure('toHandOver', work.toHandOver)}
      ${figure('withCourier', work.withCourier, work.withCourier ? daysText(work.daysOut) : '')}
      ${figure('comingBack', work.comingBack)}
      <div><dt>${t('couriers.held')}</dt>
        <dd><strong><${Money} amount=${work.heldAmount} symbol=${symbolOf(null)} /></strong>${' '}
          <span class="quiet">${work.heldSince && t('couriers.since', { count: work.heldParcels ?? 0, ago: ago(work.heldSince) })}</span></dd></div>
    </dl>
    <div class="acts">
      ${courierId && html`<a class="button plain" href="/admin/couriers/${courierId}">${t('couriers.open')}</a>`}
      ${Boolean(work.toHandOver && courierId) && html`<a class="button plain" href="/admin/packing/hand-over?courier=${courierId}">${t('handOver.title')}</a>`}
      ${Boolean(work.heldParcels && courierId && can('payments_manage')) && html`<a class="button" href="/admin/couriers/${courierId}/payout">${t('payout.title')}</a>`}
    </div>
  </li>`;
}

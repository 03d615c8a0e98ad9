// Cash on delivery by where it is now, and how much of it each courier holds.
import { type CurrencySymbol, money, number, t } from '../../i18n.ts';
import { Counted } from '../../parts/counted.ts';
import { saveCsv } from '../../parts/csv.ts';
import { Card, Loading, Money, Problem, Time } from '../../parts.ts';
import { useData } from '../../use.ts';
import { html, type VNode } from '../../view.ts';
import { ReportActs } from './report-acts.ts';
import { cash } from './reports.graphql';

const places = ['notShipped', 'withCourier', 'deliveredUnpaid'] as const;
const countedAs = {
  notShipped: 'not-sent-yet',
  withCourier: 'on-the-road',
  deliveredUnpaid: 'delivered-and-still-due',
} as const;

export function Cash({ storeId, symbol }: { storeId: string; symbol: CurrencySymbol }): VNode {
  const { data, problem, reload } = useData(cash, { storeId });
  const overview = data?.overview;
  const couriers = (data?.courierWork?.nodes ?? []).filter(({ heldParcels }) => heldParcels);
  const download = () =>
    saveCsv('cash on delivery', [
      [t('reports.where'), t('nav.orders'), t('reports.amount')],
      ...places.map((place) => [t(`cash.${place}`), overview?.[place]?.orders, overview?.[place]?.amount]),
      ...couriers.map((one) => [one.name ?? t('orders.byHand'), one.heldParcels, one.heldAmount]),
    ]);
  const acts = html`<${ReportActs} onCsv=${download} disabled=${!overview} />`;
  return html`<${Card} title=${t('reports.cash')} acts=${acts}>
    <${Problem} of=${problem} onRetry=${reload} />
    ${!data && !problem && html`<${Loading} />`}
    ${
      overview &&
      html`<ul class="tiles small">
        ${places.map(
          (place) => html`<li key=${place}><div class="card tile">
            <span class="quiet"><${Counted} text=${t(`cash.${place}`)} figure=${countedAs[place]} /></span>
            <strong>${money(overview[place]?.amount, symbol)}</strong>
            <span class="quiet">${t('reports.inOrders', { count: overview[place]?.orders ?? 0 })}</span>
          </div></li>`,
        )}
      </ul>`
    }
    ${
      couriers.length > 0 &&
      html`<div class="scroll" role="group" tabindex="0" aria-label=${t('reports.atCouriers')}><table>
        <caption><${Counted} text=${t('reports.atCouriers')} figure="held-by-couriers" /></caption>
        <thead><tr><th scope="col">${t('reports.courier')}</th><th scope="col" class="end">${t('reports.parcels')}</th>
          <th scope="col" class="end">${t('reports.amount')}</th><th scope="col">${t('reports.since')}</th></tr></thead>
        <tbody>${couriers.map(
          (one) => html`<tr key=${one.courierId}>
            <td>${one.name ?? t('orders.byHand')}</td><td class="end figure">${number(one.heldParcels ?? 0)}</td>
            <td class="end"><${Money} amount=${one.heldAmount} symbol=${symbol} /></td>
            <td><${Time} at=${one.heldSince} style="day" /></td>
          </tr>`,
        )}</tbody>
      </table></div>`
    }
  <//>`;
}

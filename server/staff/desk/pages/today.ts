// Today: what waits, as counts that lead to their lists.
import { useCompany } from '../company.ts';
import { waiting } from '../enter.graphql.ts';
import { type MessageKey, number, t } from '../i18n.ts';
import { Loading, PageHead, Problem } from '../parts.ts';
import { useData } from '../use.ts';
import { html, type VNode } from '../view.ts';

const tiles = [
  ['newOrders', 'today.newOrders', '/orders?stage=new'],
  ['callBacksDue', 'today.callBacksDue', '/orders?stage=call_back'],
  ['toPack', 'today.toPack', '/packing'],
  ['toHandOver', 'today.toHandOver', '/packing/hand-over'],
  ['withCouriers', 'today.withCouriers', '/couriers'],
  ['returnsRequested', 'today.returnsRequested', '/returns'],
  ['heldParcels', 'today.heldParcels', '/couriers'],
  ['lowStock', 'today.lowStock', '/stock?low=1'],
  ['failingWebhooks', 'today.failingWebhooks', '/settings/webhooks'],
] as const satisfies [string, MessageKey, string][];

export default function Today(): VNode {
  const { viewer } = useCompany();
  const { data, problem, reload } = useData(waiting, { storeId: null }, { everyMs: 20_000 });
  const counts = data?.workCounts;
  return html`
    <${PageHead} title=${t('today.title', { name: viewer.fullName ?? '' })} />
    <${Problem} of=${problem} onRetry=${reload} />
    ${!data && !problem && html`<${Loading} />`}
    ${
      counts &&
      html`<ul class="tiles">
      ${tiles.map(
        ([name, text, href]) => html`<li key=${name}><a class="card tile" href="/admin${href}">
          <span class="quiet">${t(text)}</span><strong>${number(counts[name] ?? 0)}</strong>
        </a></li>`,
      )}
    </ul>`
    }
  `;
}

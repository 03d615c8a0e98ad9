// What the plan allows, and what is used of it.
import { type MessageKey, number, t } from '../../i18n.ts';
import { HistoryLink } from '../../parts/history-link.ts';
import { Card, Loading, PageHead, Problem } from '../../parts.ts';
import { useData } from '../../use.ts';
import { html, type VNode } from '../../view.ts';
import { settingsPlan } from './company.graphql';
import { back } from './index.ts';

const gigabytes = (bytes: string | number | null) => number(Math.round(Number(bytes ?? 0) / 1e7) / 100);

export default function Plan(): VNode {
  const { data, problem, reload } = useData(settingsPlan, {});
  const plan = data?.planUse;
  const company = data?.companies?.nodes[0];
  const features: [MessageKey, boolean | null][] = plan
    ? [
        ['plan.apiAccess', plan.apiAccess],
        ['plan.advancedReports', plan.advancedReports],
        ['plan.productVideos', plan.productVideos],
      ]
    : [];
  return html`
    <${PageHead} title=${t('settings.plan')} back=${back()}>
      ${company && html`<${HistoryLink} type="company" id=${company.id} />`}
    <//>
    <${Problem} of=${problem} onRetry=${reload} />
    ${!data && !problem && html`<${Loading} />`}
    ${
      plan &&
      html`<div class="stack narrow">
      <${Card} title=${plan.planName}>
        <${Use} text=${t('plan.orders')} used=${plan.ordersThisMonth} limit=${plan.ordersPerMonth} show=${number} />
        <${Use} text=${t('plan.products')} used=${plan.products} limit=${plan.maxProducts} show=${number} />
        ${plan.productVideos && html`<${Use} text=${t('plan.videos')} used=${Number(plan.videoBytes)} limit=${Number(plan.videoStorageBytes)} show=${gigabytes} />`}
      <//>
      <${Card} title=${t('plan.features')}>
        <ul>
          ${features.map(([text, isOn]) => html`<li key=${text}>${t(text)}: <strong>${t(isOn ? 'plan.yes' : 'plan.no')}</strong></li>`)}
          ${plan.productVideos && html`<li>${t('plan.videosPerProduct', { count: plan.videosPerProduct ?? 0 })}</li>`}
          <li>${t('plan.rates', { reads: plan.readsPerMinute ?? 0, writes: plan.writesPerMinute ?? 0 })}</li>
        </ul>
      <//>
    </div>`
    }
  `;
}

type UseProps = { text: string; used: number | null; limit: number | null; show: (value: number) => string };

function Use({ text, used, limit, show }: UseProps): VNode {
  const shown = show(used ?? 0);
  return html`<div class="use">
    <p>${text}</p>
    <p class="figure">${limit === null ? t('plan.noLimit', { used: shown }) : t('plan.of', { used: shown, limit: show(limit) })}</p>
    ${limit !== null && html`<meter min="0" max=${Math.max(limit, 1)} high=${limit * 0.9} value=${used ?? 0} aria-label=${text}></meter>`}
  </div>`;
}

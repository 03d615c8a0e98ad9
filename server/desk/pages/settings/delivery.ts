// One delivery: what was sent, what each try was answered, and sending it again.
import { useCompany } from '../../company.ts';
import { label, number, t } from '../../i18n.ts';
import { Badge, Button, Card, Loading, PageHead, Problem, say, Time } from '../../parts.ts';
import type { PageProps } from '../../router.ts';
import { useData, useSave } from '../../use.ts';
import { html, type VNode } from '../../view.ts';
import { redeliverWebhook, webhookDelivery } from './webhooks.graphql';

export default function Delivery({ params }: PageProps): VNode {
  const mayChange = useCompany().can('developer_manage');
  const { data, problem, reload } = useData(webhookDelivery, { id: params.delivery! }, { everyMs: 10_000 });
  const again = useSave(redeliverWebhook);
  const delivery = data?.webhookDelivery;
  const redeliver = async () => {
    if (!(await again.save({ id: params.delivery! }))) return;
    say(t('webhooks.sentAgain'));
    await reload();
  };
  const back = {
    href: `/admin/settings/webhooks/${params.id}`,
    text: delivery?.endpoint?.url ?? t('settings.webhooks'),
  };
  return html`
    <${PageHead} title=${delivery?.event?.type ?? (data ? t('settings.noSuch') : '')} back=${back}>
      ${delivery && html`<${Badge} list="hookStatus" code=${delivery.status} />`}
      ${delivery && mayChange && html`<${Button} icon="arrow-repeat" isBusy=${again.isBusy} onClick=${redeliver}>${t('webhooks.again')}<//>`}
    <//>
    <${Problem} of=${problem ?? again.problem} onRetry=${reload} />
    ${!data && !problem && html`<${Loading} />`}
    ${
      delivery &&
      html`<div class="stack">
      <${Card} title=${t('webhooks.tries')}>
        ${delivery.webhookAttempts.nodes.length === 0 && html`<p class="quiet">${t('webhooks.noTries')}</p>`}
        <ul class="stack">
          ${delivery.webhookAttempts.nodes.map(
            ({
              id,
              attempt,
              outcome,
              responseStatus,
              responseBody,
              error,
              durationMs,
              createdAt,
            }) => html`<li key=${id}>
              <p>
                <strong>${t('webhooks.try', { number: attempt })}</strong> · <${Time} at=${createdAt} /> ·
                ${' '}${label('outcome', outcome)}${responseStatus && ` · HTTP ${responseStatus}`}
                ${durationMs !== null && html` · ${t('webhooks.ms', { duration: number(durationMs) })}`}
              </p>
              ${error && html`<p class="problem">${error}</p>`}
              ${responseBody && html`<pre tabindex="0" aria-label=${t('webhooks.answer')}>${responseBody}</pre>`}
            </li>`,
          )}
        </ul>
      <//>
      <${Card} title=${t('webhooks.event')}>
        <p class="quiet"><code>${delivery.event?.id}</code> · <${Time} at=${delivery.event?.createdAt} /></p>
        <pre tabindex="0">${JSON.stringify({ object: delivery.event?.object, previous: delivery.event?.previous ?? undefined }, null, 2)}</pre>
      <//>
    </div>`
    }
  `;
}

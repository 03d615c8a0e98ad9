// One endpoint: how it does, what was sent to it, and what helps when it failed.
import { ask } from '../../client.ts';
import { useCompany } from '../../company.ts';
import { label, settings, t, when } from '../../i18n.ts';
import { limitsOf } from '../../limits.ts';
import { HistoryLink } from '../../parts/history-link.ts';
import { Rows } from '../../parts/rows.ts';
import { byCursor, type RowOf, usePages } from '../../parts/use-pages.ts';
import {
  Badge,
  Button,
  Card,
  ChoiceField,
  Dialog,
  Form,
  Loading,
  PageHead,
  Problem,
  say,
  TextField,
} from '../../parts.ts';
import { navigate, type PageProps, setQuery } from '../../router.ts';
import { useData, useSave } from '../../use.ts';
import { useChange } from '../../use-change.ts';
import { html, useState, type VNode } from '../../view.ts';
import { fromLocal, inDays, toLocal } from '../../zoned.ts';
import { Confirm, ShownOnce } from './shown-once.ts';
import {
  recoverWebhooks,
  removeWebhookEndpoint,
  rotateWebhookSecret,
  type SettingsWebhookQuery,
  sendWebhookPing,
  settingsWebhook,
  settingsWebhooks,
  updateWebhookEndpoint,
  type WebhookDeliveryStatus,
  webhookDeliveries,
} from './webhooks.graphql';
import { EventTypes } from './webhooks.ts';

type Endpoint = NonNullable<SettingsWebhookQuery['webhookEndpoint']>;
const names = { url: 'webhooks.url', description: 'settings.description', eventTypes: 'webhooks.types' } as const;
const statuses: WebhookDeliveryStatus[] = ['failed', 'pending', 'sending', 'held', 'delivered'];

const useDeliveries = (endpointId: string, status: WebhookDeliveryStatus | null) =>
  usePages(
    webhookDeliveries,
    {
      filter: { endpointId: { equalTo: endpointId }, ...(status && { status: { equalTo: status } }) },
      after: null as string | null,
    },
    (data) => byCursor(data.webhookDeliveries),
  );
type Delivery = RowOf<ReturnType<typeof useDeliveries>>;

export default function Webhook({ params, query }: PageProps): VNode {
  const mayChange = useCompany().can('developer_manage');
  const { data, problem, reload } = useData(settingsWebhook, { id: params.id! });
  const status = statuses.find((one) => one === query.get('status')) ?? null;
  const list = useDeliveries(params.id!, status);
  const endpoint = data?.webhookEndpoint;
  const reloadAll = async () => {
    await Promise.all([reload(), list.reload()]);
  };
  return html`
    <${PageHead} title=${endpoint?.url ?? (data ? t('settings.noSuch') : '')} back=${{ href: '/admin/settings/webhooks', text: t('settings.webhooks') }}>
      ${endpoint && html`<${HistoryLink} type="webhook_endpoint" id=${endpoint.id} />`}
    <//>
    <${Problem} of=${problem} onRetry=${reload} />
    ${!data && !problem && html`<${Loading} />`}
    ${
      endpoint &&
      html`<div class="stack">
      <${State} of=${endpoint} missed=${data!.countMissedEvents ?? 0} mayChange=${mayChange} onChanged=${reloadAll} />
      <${Card} title=${t('webhooks.deliveries')}>
        <${ChoiceField} label=${t('settings.status')} value=${status ?? ''} onInput=${(chosen: string) => setQuery({ status: chosen })}
          options=${[{ value: '', text: t('webhooks.anyStatus') }, ...statuses.map((one) => ({ value: one, text: label('hookStatus', one) }))]} />
        <${Rows} list=${list} empty=${t('webhooks.noDeliveries')} row=${(delivery: Delivery) => html`
          <a class="grow entry" href="/admin/settings/webhooks/${endpoint.id}/${delivery.id}">
            <strong>${delivery.event?.type}</strong>
            <span class="quiet">${t('webhooks.attempts', { count: delivery.attempts, time: when(delivery.createdAt) })}</span>
          </a>
          <${Badge} list="hookStatus" code=${delivery.status} />`} />
      <//>
    </div>`
    }
  `;
}

type StateProps = { of: Endpoint; missed: number; mayChange: boolean; onChanged: () => Promise<void> };
type Open = 'change' | 'rotate' | 'recover' | 'remove' | { secret: string };

function State({ of, missed, mayChange, onChanged }: StateProps): VNode {
  const [open, setOpen] = useState<Open>();
  const ping = useSave(sendWebhookPing);
  const update = useSave(updateWebhookEndpoint);
  const rotate = useSave(rotateWebhookSecret);
  const remove = useSave(removeWebhookEndpoint);
  const close = () => setOpen(undefined);
  const isActive = of.status === 'active';
  const sendPing = async () => {
    if (!(await ping.save({ id: of.id }))) return;
    say(t('webhooks.pinged'));
    await onChanged();
  };
  const turn = async () => {
    if (!(await update.save({ input: { endpointId: of.id, status: isActive ? 'disabled' : 'active' } }))) return;
    say(t('settings.saved', { what: of.url }));
    await onChanged();
  };
  const rotateNow = async () => {
    const answer = await rotate.save({ id: of.id });
    if (answer) setOpen({ secret: answer.rotateWebhookSecret!.webhookSecret!.secret! });
  };
  const removeNow = async () => {
    if (!(await remove.save({ id: of.id }))) return;
    say(t('webhooks.removed'));
    navigate('/admin/settings/webhooks');
  };
  return html`<${Card}>
    <p><${Badge} list="endpointStatus" code=${isActive && of.failingSince ? 'failing' : of.status} />
      ${' '}${of.disabledReason && label('disabledReason', of.disabledReason)}</p>
    <p class="quiet">${[of.store?.name, of.keyLineage && t('webhooks.ofKey', { name: of.keyLineage.name }), of.description].filter(Boolean).join(' · ')}</p>
    <p>${of.eventTypes.map((type) => (type === '*' ? t('webhooks.all') : type)).join(', ')}</p>
    <p class="quiet">${of.lastSuccessAt ? t('webhooks.lastSuccess', { time: when(of.lastSuccessAt) }) : t('webhooks.noSuccess')}</p>
    ${of.failingSince && html`<p class="problem">${t('webhooks.failingSince', { time: when(of.failingSince), count: of.failures })}</p>`}
    ${missed > 0 && html`<p class="problem">${t('webhooks.missed', { count: missed })}</p>`}
    <${Problem} of=${ping.problem ?? update.problem} />
    ${
      mayChange &&
      html`<div class="row">
      <${Button} disabled=${!isActive} isBusy=${ping.isBusy} onClick=${sendPing}>${t('webhooks.ping')}<//>
      <${Button} kind="plain" icon="pencil" onClick=${() => setOpen('change')}>${t('settings.change')}<//>
      <${Button} kind="plain" icon="arrow-repeat" onClick=${() => setOpen('rotate')}>${t('webhooks.rotate')}<//>
      <${Button} kind="plain" disabled=${!isActive} onClick=${() => setOpen('recover')}>${t('webhooks.recover')}<//>
      <${Button} kind=${isActive ? 'danger' : 'main'} isBusy=${update.isBusy} onClick=${turn}>${t(isActive ? 'webhooks.disable' : 'webhooks.enable')}<//>
      <${Button} kind="danger" onClick=${() => setOpen('remove')}>${t('webhooks.remove')}<//>
    </div>`
    }
    ${open === 'change' && html`<${Change} of=${of} onChanged=${onChanged} onClose=${close} />`}
    ${open === 'recover' && html`<${Recover} of=${of} onChanged=${onChanged} onClose=${close} />`}
    ${open === 'rotate' && html`<${Confirm} title=${t('webhooks.rotate')} text=${t('webhooks.rotateWhy')} act=${t('webhooks.rotate')} isBusy=${rotate.isBusy} problem=${rotate.problem} onYes=${rotateNow} onClose=${close} />`}
    ${open === 'remove' && html`<${Confirm} title=${t('webhooks.remove')} text=${t('webhooks.removeWhy')} act=${t('webhooks.remove')} isBusy=${remove.isBusy} problem=${remove.problem} onYes=${removeNow} onClose=${close} />`}
    ${typeof open === 'object' && html`<${ShownOnce} title=${t('webhooks.secret')} text=${t('webhooks.secretWhy', { url: of.url })} secret=${open.secret} onClose=${close} />`}
  <//>`;
}

type DialogProps = { of: Endpoint; onChanged: () => Promise<void>; onClose: () => void };

function Change({ of, onChanged, onClose }: DialogProps): VNode {
  const { data } = useData(settingsWebhooks, {});
  const [url, setUrl] = useState(of.url);
  const [description, setDescription] = useState(of.description ?? '');
  const [eventTypes, setEventTypes] = useState(of.eventTypes as string[]);
  const { save, isBusy, problem, conflict } = useChange(
    updateWebhookEndpoint,
    of,
    async () => (await ask(settingsWebhook, { id: of.id })).webhookEndpoint,
  );
  const submit = async () => {
    if (!(await save({ endpointId: of.id, url, description, eventTypes }))) return;
    say(t('settings.saved', { what: url }));
    await onChanged();
    onClose();
  };
  return html`<${Dialog} title=${t('settings.change')} onClose=${onClose}>
    <${Form} onSubmit=${submit} submit=${t('do.save')} isBusy=${isBusy} problem=${problem}
      conflict=${{ of: conflict, names, onTheirs: onClose }}>
      <${TextField} label=${t('webhooks.url')} value=${url} onInput=${setUrl} problems=${problem?.fields.url} attributes=${{ type: 'url', required: true }} />
      <${TextField} label=${t('settings.description')} value=${description} onInput=${setDescription}
        attributes=${limitsOf('update_webhook_endpoint.description')} />
      <${EventTypes} types=${data?.webhookEventTypes ?? eventTypes} chosen=${eventTypes} onChange=${setEventTypes} />
    <//>
  <//>`;
}

function Recover({ of, onChanged, onClose }: DialogProps): VNode {
  const zone = settings.timeZone;
  const [since, setSince] = useState(() => toLocal(inDays(-7, 0, zone), zone));
  const { save, isBusy, problem } = useSave(recoverWebhooks);
  const submit = async () => {
    const answer = await save({ id: of.id, since: fromLocal(since, zone).toISOString() });
    if (!answer) return;
    say(t('webhooks.recovered', { count: answer.recoverWebhooks!.result ?? 0 }));
    await onChanged();
    onClose();
  };
  return html`<${Dialog} title=${t('webhooks.recover')} onClose=${onClose}>
    <${Form} onSubmit=${submit} submit=${t('webhooks.recover')} isBusy=${isBusy} problem=${problem}>
      <p>${t('webhooks.recoverWhy')}</p>
      <${TextField} label=${t('webhooks.since')} value=${since} onInput=${setSince} attributes=${{ type: 'datetime-local', required: true }} />
    <//>
  <//>`;
}

// Where events are sent.
import { useCompany } from '../../company.ts';
import { t, when } from '../../i18n.ts';
import { limitsOf } from '../../limits.ts';
import { Badge, Button, ChoiceField, Dialog, Empty, Form, Loading, PageHead, Problem, TextField } from '../../parts.ts';
import { useData, useSave } from '../../use.ts';
import { html, useState, type VNode } from '../../view.ts';
import { Checks } from './editor.ts';
import { back } from './index.ts';
import { ShownOnce } from './shown-once.ts';
import { createWebhookEndpoint, settingsWebhooks } from './webhooks.graphql';

export default function Webhooks(): VNode {
  const mayChange = useCompany().can('developer_manage');
  const { data, problem, reload } = useData(settingsWebhooks, {});
  const [open, setOpen] = useState<'new' | { url: string; secret: string }>();
  const endpoints = data?.webhookEndpoints?.nodes;
  return html`
    <${PageHead} title=${t('settings.webhooks')} back=${back()}>
      ${mayChange && html`<${Button} icon="plus-lg" onClick=${() => setOpen('new')}>${t('webhooks.add')}<//>`}
    <//>
    <${Problem} of=${problem} onRetry=${reload} />
    ${!data && !problem && html`<${Loading} />`}
    ${endpoints?.length === 0 && html`<${Empty}>${t('webhooks.none')}<//>`}
    ${
      endpoints &&
      endpoints.length > 0 &&
      html`<ul class="list links">
      ${endpoints.map(
        ({ id, url, description, status, failingSince, lastSuccessAt, store, keyLineage }) => html`<li key=${id}>
          <a class="grow" href="/admin/settings/webhooks/${id}">
            <strong>${url}</strong>
            <span class="quiet">${[store?.name, keyLineage && t('webhooks.ofKey', { name: keyLineage.name }), description, lastSuccessAt ? t('webhooks.lastSuccess', { time: when(lastSuccessAt) }) : t('webhooks.noSuccess')].filter(Boolean).join(' · ')}</span>
          </a>
          <${Badge} list="endpointStatus" code=${status === 'active' && failingSince ? 'failing' : status} />
        </li>`,
      )}
    </ul>`
    }
    ${
      open === 'new' &&
      data &&
      html`<${NewEndpoint} types=${data.webhookEventTypes} onClose=${() => setOpen(undefined)}
        onMade=${async (url: string, secret: string) => {
          setOpen({ url, secret });
          await reload();
        }} />`
    }
    ${typeof open === 'object' && html`<${ShownOnce} title=${t('webhooks.secret')} text=${t('webhooks.secretWhy', { url: open.url })} secret=${open.secret} onClose=${() => setOpen(undefined)} />`}
  `;
}

type NewProps = { types: string[] | null; onMade: (url: string, secret: string) => void; onClose: () => void };

function NewEndpoint({ types, onMade, onClose }: NewProps): VNode {
  const { stores, storeOptions } = useCompany();
  const [storeId, setStoreId] = useState(stores[0]?.id ?? '');
  const [url, setUrl] = useState('');
  const [description, setDescription] = useState('');
  const [eventTypes, setEventTypes] = useState<string[]>(['order.created', 'order.updated']);
  const { save, isBusy, problem, cancel } = useSave(createWebhookEndpoint);
  const submit = async () => {
    const answer = await save({ storeId, url, eventTypes, description: description || null });
    if (answer) onMade(url, answer.createWebhookEndpoint!.webhookSecret!.secret!);
  };
  return html`<${Dialog} title=${t('webhooks.add')} onClose=${onClose}>
    <${Form} onSubmit=${submit} submit=${t('webhooks.add')} isBusy=${isBusy} problem=${problem} onCancel=${cancel}>
      ${stores.length > 1 && html`<${ChoiceField} label=${t('filter.store')} value=${storeId} onInput=${setStoreId} options=${storeOptions()} />`}
      <${TextField} label=${t('webhooks.url')} value=${url} onInput=${setUrl} problems=${problem?.fields.url}
        attributes=${{ type: 'url', required: true, placeholder: 'https://', autocomplete: 'off' }} />
      <${TextField} label=${t('settings.description')} value=${description} onInput=${setDescription}
        attributes=${limitsOf('create_webhook_endpoint.description')} />
      <${EventTypes} types=${types} chosen=${eventTypes} onChange=${setEventTypes} />
    <//>
  <//>`;
}

type TypesProps = { types: string[] | null; chosen: string[]; onChange: (types: string[]) => void };

/** A star means all, also those of later releases. */
export const EventTypes = ({ types, chosen, onChange }: TypesProps): VNode =>
  html`<${Checks} legend=${t('webhooks.types')} codes=${['*', ...(types ?? [])]} chosen=${chosen}
    textOf=${(type: string) => (type === '*' ? t('webhooks.all') : type)}
    onChange=${(all: string[]) => onChange(all.at(-1) === '*' ? ['*'] : all.filter((type) => type !== '*'))} />`;

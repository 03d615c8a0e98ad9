// API keys: made, shown once, rotated with a time in which both work, revoked.

import { useCompany } from '../../company.ts';
import { number, settings, t, when } from '../../i18n.ts';
import { limitsOf } from '../../limits.ts';
import { HistoryLink } from '../../parts/history-link.ts';
import { Rows } from '../../parts/rows.ts';
import { Scopes, scopeName } from '../../parts/scopes.ts';
import { byCursor, type RowOf, usePages } from '../../parts/use-pages.ts';
import { Button, ChoiceField, Dialog, Form, PageHead, say, TextField } from '../../parts.ts';
import { useSave } from '../../use.ts';
import { html, useState, type VNode } from '../../view.ts';
import { fromLocal } from '../../zoned.ts';
import { back } from './index.ts';
import { type ApiKeyScope, createApiKey, revokeApiKey, rotateApiKey, settingsKeys } from './keys.graphql';
import { Confirm, ShownOnce } from './shown-once.ts';

const useKeys = () => usePages(settingsKeys, { after: null as string | null }, ({ apiKeys }) => byCursor(apiKeys));
type Key = RowOf<ReturnType<typeof useKeys>>;
type Open = 'new' | { rotate: Key } | { revoke: Key } | { secret: string; name: string };

export default function Keys(): VNode {
  const { can } = useCompany();
  const list = useKeys();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const issued = async (secret: string, name: string) => {
    setOpen({ secret, name });
    await list.reload();
  };
  const mayChange = can('developer_manage');
  const row = (key: Key) => html`
    <span class="grow">
      <strong>${key.name}</strong> <span class="badge">${stateOf(key)}</span><br />
      <code>${key.sample}</code> <span class="quiet">${key.store?.name ?? t('filter.allStores')}</span><br />
      <span class="quiet">${key.lastUsedAt ? t('keys.lastUsed', { time: when(key.lastUsedAt) }) : t('keys.neverUsed')}</span>
      ${key.scopes.length > 0 && html`<details><summary>${t('keys.scopes')} (${number(key.scopes.length)})</summary>${key.scopes.map((scope) => scopeName(scope!)).join(', ')}</details>`}
    </span>
    <${HistoryLink} type="api_key" id=${key.id} />
    ${
      mayChange &&
      isGood(key) &&
      html`<span class="row">
        ${!key.graceEndsAt && html`<${Button} kind="plain" icon="arrow-repeat" aria-label=${t('keys.rotateOne', { name: key.name })} onClick=${() => setOpen({ rotate: key })}>${t('keys.rotate')}<//>`}
        <${Button} kind="danger" aria-label=${t('keys.revokeOne', { name: key.name })} onClick=${() => setOpen({ revoke: key })}>${t('keys.revoke')}<//>
      </span>`
    }`;
  return html`
    <${PageHead} title=${t('settings.keys')} back=${back()}>
      ${mayChange && html`<${Button} icon="plus-lg" onClick=${() => setOpen('new')}>${t('keys.add')}<//>`}
    <//>
    <p><a data-plain href="/docs">${t('keys.docs')}</a></p>
    <${Rows} list=${list} empty=${t('keys.none')} row=${row} />
    ${open === 'new' && html`<${NewKey} onIssued=${issued} onClose=${close} />`}
    ${typeof open === 'object' && 'rotate' in open && html`<${Rotate} of=${open.rotate} onIssued=${issued} onClose=${close} />`}
    ${typeof open === 'object' && 'revoke' in open && html`<${Revoke} of=${open.revoke} onDone=${list.reload} onClose=${close} />`}
    ${typeof open === 'object' && 'secret' in open && html`<${ShownOnce} title=${open.name} text=${t('keys.shown')} secret=${open.secret} onClose=${close} />`}
  `;
}

const isPast = (moment: string | null) => moment !== null && Date.parse(moment) <= Date.now();
const isGood = ({ revokedAt, expiresAt, graceEndsAt }: Key) => !revokedAt && !isPast(expiresAt) && !isPast(graceEndsAt);

function stateOf({ revokedAt, expiresAt, graceEndsAt }: Key): string {
  if (revokedAt) return t('keys.revoked');
  if (isPast(expiresAt) || isPast(graceEndsAt)) return t('keys.expired');
  if (graceEndsAt) return t('keys.grace', { time: when(graceEndsAt) });
  return expiresAt ? t('keys.until', { time: when(expiresAt) }) : t('keys.good');
}

type Issued = { onIssued: (secret: string, name: string) => void; onClose: () => void };

function NewKey({ onIssued, onClose }: Issued): VNode {
  const { stores, storeOptions, viewer } = useCompany();
  const [name, setName] = useState('');
  const [storeId, setStoreId] = useState(stores[0]?.id ?? '');
  const [chosen, setChosen] = useState<string[]>(['products_read', 'store_read']);
  const [lastDay, setLastDay] = useState('');
  const { save, isBusy, problem, cancel } = useSave(createApiKey);
  const submit = async () => {
    const answer = await save({
      name,
      type: storeId ? 'store' : 'company',
      storeId: storeId || null,
      scopes: chosen as ApiKeyScope[],
      expiresAt: lastDay ? fromLocal(`${lastDay}T23:59`, settings.timeZone).toISOString() : null,
    });
    if (answer) onIssued(answer.createApiKey!.issuedApiKey!.plaintext!, name);
  };
  const options = [...storeOptions(), ...(viewer.role === 'owner' ? [{ value: '', text: t('filter.allStores') }] : [])];
  return html`<${Dialog} title=${t('keys.add')} onClose=${onClose}>
    <${Form} onSubmit=${submit} submit=${t('keys.make')} isBusy=${isBusy} problem=${problem} onCancel=${cancel}>
      <${TextField} label=${t('settings.name')} hint=${t('keys.nameHint')} value=${name} onInput=${setName} problems=${problem?.fields.name}
        attributes=${{ required: true, ...limitsOf('create_api_key.name') }} />
      <${ChoiceField} label=${t('keys.for')} value=${storeId} onInput=${setStoreId} options=${options} problems=${problem?.fields.storeId} />
      <${Scopes} chosen=${chosen} onChange=${setChosen} />
      <${TextField} label=${t('keys.lastDay')} hint=${t('keys.lastDayHint')} value=${lastDay} onInput=${setLastDay} problems=${problem?.fields.expiresAt} attributes=${{ type: 'date' }} />
    <//>
  <//>`;
}

function Rotate({ of, onIssued, onClose }: Issued & { of: Key }): VNode {
  const [hours, setHours] = useState('24');
  const { save, isBusy, problem } = useSave(rotateApiKey);
  const submit = async () => {
    const answer = await save({ id: of.id, graceHours: Number(hours) });
    if (answer) onIssued(answer.rotateApiKey!.issuedApiKey!.plaintext!, of.name);
  };
  const options = [0, 1, 24, 72, 168].map((count) => ({
    value: String(count),
    text: count === 0 ? t('keys.atOnce') : t('keys.hours', { count: count, shown: number(count) }),
  }));
  return html`<${Dialog} title=${t('keys.rotateOne', { name: of.name })} onClose=${onClose}>
    <${Form} onSubmit=${submit} submit=${t('keys.rotate')} isBusy=${isBusy} problem=${problem}>
      <p>${t('keys.rotateWhy')}</p>
      <${ChoiceField} label=${t('keys.oldWorks')} value=${hours} onInput=${setHours} options=${options} />
    <//>
  <//>`;
}

function Revoke({ of, onDone, onClose }: { of: Key; onDone: () => Promise<void>; onClose: () => void }): VNode {
  const { save, isBusy, problem } = useSave(revokeApiKey);
  const revoke = async () => {
    if (!(await save({ id: of.id }))) return;
    say(t('keys.isRevoked', { name: of.name }));
    await onDone();
    onClose();
  };
  return html`<${Confirm} title=${t('keys.revokeOne', { name: of.name })} text=${t('keys.revokeWhy')} act=${t('keys.revoke')}
    isBusy=${isBusy} problem=${problem} onYes=${revoke} onClose=${onClose} />`;
}

// One store: what customers see of it, its sales channels and its ways to pay.

import { useCompany } from '../../company.ts';
import { label, number, t } from '../../i18n.ts';
import { limitsOf } from '../../limits.ts';
import { HistoryLink } from '../../parts/history-link.ts';
import { Badge, Button, Card, Loading, PageHead, Problem } from '../../parts.ts';
import { navigate, type PageProps } from '../../router.ts';
import { useData } from '../../use.ts';
import { html, useState, type VNode } from '../../view.ts';
import { askWhole } from '../../whole.ts';
import { AdvancePlans } from './advance-plans.ts';
import { DeliveryZones } from './delivery-zones.ts';
import { Editor, type EditorField } from './editor.ts';
import {
  createChannel,
  createPaymentMethod,
  type SettingsStoreQuery,
  settingsStore,
  updateChannel,
  updatePaymentMethod,
  updateStore,
} from './stores.graphql';
import { TestStore } from './test-store.ts';

type Store = NonNullable<SettingsStoreQuery['store']>;
const name: EditorField = {
  name: 'name',
  text: 'settings.name',
  isRequired: true,
  attributes: limitsOf('update_store.name'),
};
const status: EditorField = {
  name: 'status',
  text: 'settings.status',
  kind: 'choice',
  codes: ['active', 'inactive'],
  list: 'rowStatus',
};
const storeFields: EditorField[] = [
  name,
  { name: 'domain', text: 'settings.domain', attributes: limitsOf('update_store.domain') },
  { ...status, codes: ['active', 'suspended', 'closed'] },
  {
    name: 'contactPhone',
    text: 'settings.phone',
    attributes: { type: 'tel', ...limitsOf('update_store.contact_phone') },
  },
  {
    name: 'contactWhatsapp',
    text: 'settings.whatsapp',
    attributes: { type: 'tel', ...limitsOf('update_store.contact_whatsapp') },
  },
  {
    name: 'contactEmail',
    text: 'settings.email',
    attributes: { type: 'email', ...limitsOf('update_store.contact_email') },
  },
  {
    name: 'contactAddress',
    text: 'settings.address',
    kind: 'area',
    attributes: limitsOf('update_store.contact_address'),
  },
  { name: 'timezone', text: 'settings.timezone', isRequired: true },
  {
    name: 'currencySymbol',
    text: 'settings.currencySymbol',
    isRequired: true,
    attributes: limitsOf('update_store.currency_symbol'),
  },
  {
    name: 'symbolPosition',
    text: 'settings.symbolPosition',
    kind: 'choice',
    codes: ['before', 'after'],
    list: 'symbolPosition',
  },
  {
    name: 'unpaidOrderHours',
    text: 'settings.unpaidHours',
    hint: 'settings.unpaidHoursHint',
    kind: 'number',
    isRequired: true,
    limits: limitsOf('update_store.unpaid_order_hours'),
  },
  {
    name: 'callAttemptsLimit',
    text: 'settings.callLimit',
    kind: 'number',
    limits: limitsOf('update_store.call_attempts_limit'),
  },
  { name: 'videoUploadsEnabled', text: 'settings.videoUploads', kind: 'check' },
];
const channelFields: EditorField[] = [
  name,
  {
    name: 'type',
    text: 'settings.type',
    kind: 'choice',
    codes: ['social', 'marketplace', 'storefront', 'pos', 'manual'],
    list: 'channelType',
    isRequired: true,
  },
  {
    name: 'slug',
    text: 'settings.slug',
    hint: 'settings.channelSlugHint',
    attributes: limitsOf('create_channel.slug'),
  },
];
const methodFields: EditorField[] = [
  name,
  {
    name: 'type',
    text: 'settings.type',
    kind: 'choice',
    codes: ['wallet', 'bank', 'card', 'cash', 'cod'],
    list: 'paymentType',
    isRequired: true,
  },
  { name: 'requiresTransactionId', text: 'settings.needsTransaction', kind: 'check' },
  { name: 'isOnline', text: 'settings.isOnline', kind: 'check' },
];
const without = (fields: EditorField[], ...names: string[]) => fields.filter((field) => !names.includes(field.name));

type Open = 'store' | 'channel' | 'method' | { channel: object } | { method: object };

export default function StorePage({ params }: PageProps): VNode {
  const { can, reload: reloadCompany } = useCompany();
  const { data, problem, reload } = useData(settingsStore, { id: params.id! });
  const [open, setOpen] = useState<Open>();
  const store = data?.store;
  const mayChange = can('settings_manage');
  const back = { href: '/admin/settings/stores', text: t('settings.stores') };
  return html`
    <${PageHead} title=${store?.name ?? (data ? t('settings.noSuch') : '')} back=${back}>
      ${store?.isTest && html`<span class="badge" data-code="test">${t('testStore.badge')}</span>`}
      ${store && html`<${HistoryLink} type="store" id=${store.id} />`}
      ${store && mayChange && html`<${Button} icon="pencil" onClick=${() => setOpen('store')}>${t('settings.change')}<//>`}
    <//>
    <${Problem} of=${problem} onRetry=${reload} />
    ${!data && !problem && html`<${Loading} />`}
    ${
      store &&
      html`<div class="stack narrow">
      <${Facts} of=${store} />
      ${store.isTest && mayChange && html`<${TestStore} store=${store} onReset=${() => navigate('/settings/stores')} />`}
      <${AdvancePlans} store=${store} mayChange=${mayChange} onSaved=${reload} />
      <${DeliveryZones} store=${store} mayChange=${mayChange} onSaved=${async () => {
        await Promise.all([reload(), reloadCompany()]);
      }} />
      <${Card} title=${t('settings.channels')} acts=${mayChange && html`<${Button} kind="plain" icon="plus-lg" onClick=${() => setOpen('channel')}>${t('settings.addChannel')}<//>`}>
        <${Rows} type="channel" rows=${store.channels.nodes} list="channelType" mayChange=${mayChange}
          onChange=${(channel: object) => setOpen({ channel })} />
      <//>
      <${Card} title=${t('settings.methods')} acts=${mayChange && html`<${Button} kind="plain" icon="plus-lg" onClick=${() => setOpen('method')}>${t('settings.addMethod')}<//>`}>
        <${Rows} type="payment_method" rows=${store.paymentMethods.nodes} list="paymentType" mayChange=${mayChange}
          onChange=${(method: object) => setOpen({ method })} />
      <//>
    </div>
    ${
      open &&
      html`<${Editor} ...${editorOf(open, store)} readRow=${async (id: string) => {
        const now = (await askWhole(settingsStore, { id: store.id })).store;
        return now && [now, ...now.channels.nodes, ...now.paymentMethods.nodes].find((row) => row.id === id);
      }} onClose=${() => setOpen(undefined)}
      onSaved=${() => Promise.all([reload(), open === 'store' && reloadCompany()])} />`
    }`
    }
  `;
}

function editorOf(open: Open, store: Store) {
  const fixed = { storeId: store.id };
  if (open === 'store') return { title: t('settings.change'), fields: storeFields, row: store, mutation: updateStore };
  if (open === 'channel')
    return { title: t('settings.addChannel'), fields: channelFields, fixed, mutation: createChannel };
  if (open === 'method')
    return { title: t('settings.addMethod'), fields: methodFields, fixed, mutation: createPaymentMethod };
  if ('channel' in open)
    return { title: t('settings.change'), fields: [name, status], row: open.channel, mutation: updateChannel };
  const fields = [...without(methodFields, 'type'), status];
  return { title: t('settings.change'), fields, row: open.method, mutation: updatePaymentMethod };
}

function Facts({ of: store }: { of: Store }): VNode {
  const facts = [
    [t('settings.slug'), store.slug],
    [t('settings.domain'), store.domain],
    [t('settings.status'), label('rowStatus', store.status)],
    [t('settings.phone'), store.contactPhone],
    [t('settings.whatsapp'), store.contactWhatsapp],
    [t('settings.email'), store.contactEmail],
    [t('settings.address'), store.contactAddress],
    [t('settings.currencyCode'), `${store.currencyCode} ${store.currencySymbol}`],
    [t('settings.symbolPosition'), label('symbolPosition', store.symbolPosition)],
    [t('settings.timezone'), store.timezone],
    [t('settings.unpaidHours'), number(store.unpaidOrderHours)],
    [t('settings.callLimit'), store.callAttemptsLimit && number(store.callAttemptsLimit)],
  ].filter(([, value]) => value);
  return html`<${Card}><dl class="facts">
    ${facts.map(([term, value]) => html`<div key=${term}><dt class="quiet">${term}</dt><dd>${value}</dd></div>`)}
  </dl><//>`;
}

type Row = { id: string; name: string; type: string; status: string };
type RowsProps = {
  /** What the rows are, as the journal names it. */
  type: string;
  rows: readonly Row[];
  list: string;
  mayChange: boolean;
  onChange: (row: Row) => void;
};

function Rows({ type, rows, list, mayChange, onChange }: RowsProps): VNode {
  return html`<ul class="list">
    ${rows.map(
      (row) => html`<li key=${row.id}>
        <span class="grow">${row.name} <span class="quiet">${label(list, row.type)}</span></span>
        ${row.status !== 'active' && html`<${Badge} list="rowStatus" code=${row.status} />`}
        <${HistoryLink} type=${type} id=${row.id} />
        ${mayChange && html`<${Button} kind="plain" icon="pencil" title=${t('settings.changeOne', { name: row.name })} onClick=${() => onChange(row)} />`}
      </li>`,
    )}
  </ul>`;
}

// Customers, found by name, or by phone in any spelling.

import { useCompany } from '../../company.ts';
import { number, t } from '../../i18n.ts';
import { limitsOf } from '../../limits.ts';
import { type Column, sortOf } from '../../parts/columns.ts';
import { Rows } from '../../parts/rows.ts';
import { StoreFilter } from '../../parts/store-filter.ts';
import { TestBadge } from '../../parts/test-badge.ts';
import { byCursor, usePages } from '../../parts/use-pages.ts';
import { Badge, Button, ChoiceField, Dialog, Form, Money, PageHead, say, TextField, Time } from '../../parts.ts';
import { navigate, type PageProps, setQuery } from '../../router.ts';
import { useKeys, useSave, useSettled } from '../../use.ts';
import { html, useEffect, useRef, useState, type VNode } from '../../view.ts';
import {
  type CustomerListQuery,
  type CustomerOrderBy,
  createCustomer,
  customerList,
  foundCustomers,
} from './customers.graphql';

type Row = NonNullable<CustomerListQuery['list']>['nodes'][number];

export default function Customers({ query }: PageProps): VNode {
  const { can, filterBy } = useCompany();
  const search = query.get('search') ?? '';
  const storeId = query.get('store');
  const found = usePages(search ? foundCustomers : null, { search, storeId }, ({ list }) => byCursor(list));
  const filter = filterBy(storeId);
  const columns = columnsOf(!search);
  const order = { orderBy: [sortOf<CustomerOrderBy>(query, columns)] };
  const all = usePages(search ? null : customerList, { ...order, ...(filter.storeId && { filter }) }, ({ list }) =>
    byCursor(list),
  );
  const list = search ? found : all;
  const [isNew, setNew] = useState(false);
  const field = useRef<HTMLDivElement>(null);
  useKeys({ '/': () => field.current?.querySelector('input')?.focus() });
  return html`
    <${PageHead} title=${t('nav.customers')}>
      <div ref=${field} class="search"><${Search} query=${query} /></div>
      <${StoreFilter} query=${query} />
      ${can('orders_manage') && html`<${Button} icon="plus-lg" onClick=${() => setNew(true)}>${t('customers.new')}<//>`}
    <//>
    <${Rows} list=${list} empty=${t(search ? 'customers.noneFound' : 'customers.none')}
      columns=${columns} row=${(row: Row) => html`<${CustomerRow} row=${row} />`} />
    ${isNew && html`<${NewCustomer} onClose=${() => setNew(false)} />`}
  `;
}

function Search({ query }: { query: URLSearchParams }): VNode {
  const [text, setText] = useState(query.get('search') ?? '');
  const settled = useSettled(text.trim());
  useEffect(() => {
    if (settled !== (query.get('search') ?? '')) setQuery({ search: settled });
  }, [settled]);
  return html`<${TextField} label=${t('customers.search')} hideLabel value=${text} onInput=${setText}
    attributes=${{ type: 'search', placeholder: t('customers.search') }} />`;
}

/** What is searched for comes by how well it fits. */
const columnsOf = (mayBeSorted: boolean): Column[] => [
  { text: t('customer.name'), width: 'minmax(0, 3fr)', sort: mayBeSorted && 'FULL_NAME' },
  { text: t('customer.phoneNumber'), width: 'minmax(0, 2fr)' },
  { text: t('customer.status'), width: 'minmax(0, 1.5fr)' },
  { text: t('list.made'), width: 'minmax(0, 1.5fr)', sort: mayBeSorted && 'CREATED_AT' },
  { text: t('nav.orders'), width: 'minmax(0, 1fr)', isEnd: true },
  { text: t('customer.spent'), width: 'minmax(0, 1.5fr)', isEnd: true },
];

function CustomerRow({ row }: { row: Row }): VNode {
  const { symbolOf, zoneOf } = useCompany();
  const { orders, returned, totalSpent } = row.record ?? {};
  return html`
    <a class="row-name" href="/admin/customers/${row.id}">${row.erasedAt ? t('customer.erased') : row.fullName}</a>
    <span class="quiet">${row.phone ?? row.email ?? ''}</span>
    <span>
      ${row.status !== 'active' && html`<${Badge} list="customerStatus" code=${row.status} />`}
      <${TestBadge} storeId=${row.storeId} />
      ${Boolean(returned) && html`<span class="problem">${t('customers.returned', { count: returned! })}</span>`}
    </span>
    <span class="quiet of-desk"><${Time} at=${row.createdAt} style="day" zone=${zoneOf(row.storeId)} /></span>
    <span class="end figure"><span class="of-phone">${t('customers.orders', { count: orders ?? 0 })}</span><span class="of-desk">${number(orders ?? 0)}</span></span>
    <span class="end money"><${Money} amount=${totalSpent} symbol=${symbolOf(row.storeId)} /></span>
  `;
}

function NewCustomer({ onClose }: { onClose: () => void }): VNode {
  const { stores, storeOptions } = useCompany();
  const [storeId, setStoreId] = useState(stores[0]?.id ?? '');
  const [fullName, setFullName] = useState('');
  const [phone, setPhone] = useState('');
  const [email, setEmail] = useState('');
  const { save, isBusy, problem, cancel } = useSave(createCustomer);
  const submit = async () => {
    const answer = await save({
      input: { storeId, fullName: fullName.trim(), phone: phone.trim() || null, email: email.trim() || null },
    });
    const id = answer?.createCustomer?.customer?.id;
    if (!id) return;
    say(t('customers.created'));
    navigate(`/customers/${id}`);
  };
  return html`<${Dialog} title=${t('customers.new')} onClose=${onClose}>
    <${Form} onSubmit=${submit} submit=${t('do.save')} isBusy=${isBusy} problem=${problem} onCancel=${cancel}>
      ${
        stores.length > 1 &&
        html`<${ChoiceField} label=${t('filter.store')} value=${storeId} onInput=${setStoreId}
          options=${storeOptions()} />`
      }
      <${TextField} label=${t('customer.phoneNumber')} value=${phone} onInput=${setPhone} problems=${problem?.fields.phone}
        attributes=${{ type: 'tel', autocomplete: 'off', autofocus: true, ...limitsOf('create_customer.phone') }} />
      <${TextField} label=${t('customer.name')} value=${fullName} onInput=${setFullName} problems=${problem?.fields.fullName}
        attributes=${{ required: true, autocomplete: 'off', ...limitsOf('create_customer.full_name') }} />
      <${TextField} label=${t('customer.email')} value=${email} onInput=${setEmail} problems=${problem?.fields.email}
        attributes=${{ type: 'email', autocomplete: 'off', ...limitsOf('create_customer.email') }} />
    <//>
  <//>`;
}

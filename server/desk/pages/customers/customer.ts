// A customer: what the orders came to, how to reach them, where they live, and what happened.
import { useCompany } from '../../company.ts';
import { label, number, t } from '../../i18n.ts';
import { History } from '../../parts/history.ts';
import { Rows } from '../../parts/rows.ts';
import { byCursor, byLastId, usePages } from '../../parts/use-pages.ts';
import { Badge, Button, Card, Icon, Loading, Money, PageHead, Problem, Time } from '../../parts.ts';
import type { PageProps } from '../../router.ts';
import { useData } from '../../use.ts';
import { html, useState, type VNode } from '../../view.ts';
import { Addresses } from './addresses.ts';
import {
  addCustomerNote,
  type CustomerOrdersQuery,
  customer as customerDocument,
  customerFeed,
  customerOrders,
} from './customer.graphql';
import { EditCustomer } from './edit.ts';
import { EraseCustomer } from './erase.ts';
import type { Person } from './person.ts';

type Order = NonNullable<CustomerOrdersQuery['customer']>['orders']['nodes'][number];

export default function CustomerPage({ params }: PageProps): VNode {
  const { can, viewer } = useCompany();
  const id = params.id!;
  const { data, problem, isLoading, reload } = useData(customerDocument, { id }, { everyMs: 30_000 });
  const orders = usePages(customerOrders, { id }, ({ customer: found }) => byCursor(found?.orders ?? null));
  const feed = usePages(customerFeed, { id }, ({ customer: found }) => byLastId(found?.feed as never, 20));
  const [open, setOpen] = useState<'edit' | 'erase'>();
  const back = { href: '/admin/customers', text: t('nav.customers') };
  const customer = data?.customer;
  if (!customer)
    return html`<${PageHead} title=${t(data && !isLoading ? 'customer.gone' : 'customer.title')} back=${back} />
      <${Problem} of=${problem} onRetry=${reload} />${isLoading && html`<${Loading} />`}`;
  const mayChange = can('orders_manage') && !customer.erasedAt;
  const changed = async () => {
    setOpen(undefined);
    await Promise.all([reload(), feed.reload()]);
  };
  const close = () => setOpen(undefined);
  return html`
    <${PageHead} title=${customer.erasedAt ? t('customer.erased') : customer.fullName} back=${back}>
      ${customer.status !== 'active' && html`<${Badge} list="customerStatus" code=${customer.status} />`}
      ${mayChange && html`<a class="button main" href="/admin/orders/new?customer=${id}">${t('nav.newOrder')}</a>`}
    <//>
    <${Problem} of=${problem} onRetry=${reload} />
    ${customer.erasedAt && html`<p class="connection">${t('customer.erasedWhen')} <${Time} at=${customer.erasedAt} style="full" /></p>`}
    <div class="columns">
      <div class="stack">
        <${Figures} customer=${customer} />
        <${Card} title=${t('customer.orders')}>
          <${Rows} list=${orders} empty=${t('customer.noOrders')} row=${(order: Order) => html`<${OrderRow} order=${order} storeId=${customer.storeId} mayOrder=${mayChange} />`} />
        <//>
      </div>
      <div class="stack">
        <${Card} title=${t('customer.contact')}>
          <p>${customer.phone && html`<a href="tel:${customer.phone}" class="line">${customer.phone}</a>`}</p>
          <p>${customer.email && html`<a href="mailto:${customer.email}" class="line">${customer.email}</a>`}</p>
          <p class="quiet">${label('customerType', customer.type)} · <${Time} at=${customer.createdAt} style="day" /></p>
          ${mayChange && html`<${Button} kind="plain" icon="pencil" onClick=${() => setOpen('edit')}>${t('settings.change')}<//>`}
        <//>
        <${Addresses} customer=${customer} mayChange=${mayChange} onChanged=${changed} />
        ${
          mayChange &&
          viewer.role === 'owner' &&
          html`<${Card} title=${t('customer.eraseTitle')}>
            <p class="quiet">${t('customer.eraseWhy')}</p>
            <${Button} kind="danger" icon="trash" onClick=${() => setOpen('erase')}>${t('customer.erase')}<//>
          <//>`
        }
        <${History} list=${feed} note=${mayChange ? addCustomerNote : null} type="customer" id=${id} name=${customer.fullName} />
      </div>
    </div>
    ${open === 'edit' && html`<${EditCustomer} customer=${customer} onClose=${close} onSaved=${changed} />`}
    ${open === 'erase' && html`<${EraseCustomer} customer=${customer} onClose=${close} onErased=${changed} />`}
  `;
}

function Figures({ customer }: { customer: Person }): VNode {
  const { symbolOf } = useCompany();
  const { orders, delivered, returned, cancelled, returnedShare, totalSpent, lastOrderAt } = customer.record ?? {};
  const share = returnedShare == null ? '–' : `${number(Math.round(Number(returnedShare) * 100))}%`;
  const figure = (text: string, value: unknown) => html`<div><dt class="quiet">${text}</dt><dd>${value}</dd></div>`;
  return html`<${Card} title=${t('customer.figures')}>
    <dl class="tally">
      ${figure(t('customer.ordersInAll'), number(orders ?? 0))}
      ${figure(t('customer.delivered'), number(delivered ?? 0))}
      ${figure(t('customer.returned'), number(returned ?? 0))}
      ${figure(t('customer.returnedShare'), share)}
      ${figure(t('customer.cancelled'), number(cancelled ?? 0))}
      ${figure(t('customer.spent'), html`<${Money} amount=${totalSpent} symbol=${symbolOf(customer.storeId)} />`)}
      ${figure(t('customer.lastOrder'), lastOrderAt ? html`<${Time} at=${lastOrderAt} style="day" />` : '–')}
    </dl>
  <//>`;
}

type OrderRowProps = { order: Order; storeId: string; mayOrder: boolean };

function OrderRow({ order, storeId, mayOrder }: OrderRowProps): VNode {
  const { symbolOf } = useCompany();
  return html`
    <a class="row-link" href="/admin/orders/${order.id}">
      <strong>${order.number}</strong>
      <span class="quiet"><${Time} at=${order.createdAt} /></span>
    </a>
    <${Badge} list="status" code=${order.status} />
    <${Money} amount=${order.totalAmount} symbol=${symbolOf(storeId)} />
    ${mayOrder && html`<a class="button plain at-desk" href="/admin/orders/new?again=${order.id}"><${Icon} name="arrow-repeat" title=${t('order.againOne', { number: order.number })} /></a>`}
  `;
}

// What is printed for an order: an invoice (A4), a courier's label (A6), a packing slip (80 mm).
import { addressLines, addressPart, plainPhone } from '../../address.ts';
import { number, symbolFrom, t } from '../../i18n.ts';
import { Qr } from '../../parts/qr.ts';
import { Money, Time } from '../../parts.ts';
import { useData } from '../../use.ts';
import { html, type VNode } from '../../view.ts';
import { Barcode } from './codes.ts';
import { cashToCollect, type PrintedOrdersQuery } from './print.graphql';

export type Printed = NonNullable<PrintedOrdersQuery['orders']>['nodes'][number];
type FormProps = { order: Printed };

const recipient = ({ shippingAddress, customer }: Printed) => ({
  name: addressPart(shippingAddress, 'recipientName') || customer?.fullName || '',
  phone: plainPhone(addressPart(shippingAddress, 'recipientPhone')) || customer?.phone || '',
  lines: addressLines(shippingAddress),
});
const itemsOf = ({ orderItems, moreItems }: Printed) => [...orderItems.nodes, ...moreItems.nodes];
const parcelOf = ({ parcels }: Printed) => parcels.nodes[0];
const orderPage = ({ id }: Printed) => `${location.origin}/admin/orders/${id}`;

/** No parcel leaves by mistake. */
const TestMark = ({ order }: FormProps): VNode | null =>
  order.store?.isTest ? html`<strong class="test-print">${t('testStore.print')}</strong>` : null;

function Shop({ order }: FormProps): VNode {
  return html`<div class="shop"><${TestMark} order=${order} /><strong>${order.store?.name}</strong>
    ${order.store?.contactPhone && html`<br />${order.store.contactPhone}`}
    ${order.store?.contactAddress && html`<br />${order.store.contactAddress}`}</div>`;
}

function To({ order }: FormProps): VNode {
  const { name, phone, lines } = recipient(order);
  return html`<div class="to"><strong>${name}</strong>${phone && html`<br /><span class="figure">${phone}</span>`}
    ${lines.map((line) => html`<br key=${line} />${line}`)}</div>`;
}

const itemName = ({ productName, variantName }: Printed['orderItems']['nodes'][number]) =>
  variantName && variantName !== productName ? `${productName} · ${variantName}` : productName;

export function Invoice({ order }: FormProps): VNode {
  const symbol = symbolFrom(order.store);
  const amount = (value: string | null | undefined) => html`<${Money} amount=${value} symbol=${symbol} />`;
  const sum = (text: string, value: string, isLast = false) =>
    html`<tr class=${isLast ? 'final' : ''}><th colspan="3" scope="row" class="end">${text}</th><td class="end">${amount(value)}</td></tr>`;
  return html`<article class="sheet invoice" aria-label=${t('print.invoiceOf', { number: order.number })}>
    <header class="between"><${Shop} order=${order} /><div class="end"><h2>${t('print.invoice')}</h2>${order.number}<br /><${Time} at=${order.createdAt} style="full" /></div></header>
    <div class="between"><div><span class="caption">${t('print.to')}</span><${To} order=${order} /></div>
      <${Qr} text=${orderPage(order)} title=${t('print.qr', { number: order.number })} /></div>
    <table>
      <thead><tr><th scope="col">${t('print.item')}</th><th scope="col" class="end">${t('print.quantity')}</th>
        <th scope="col" class="end">${t('print.price')}</th><th scope="col" class="end">${t('print.amount')}</th></tr></thead>
      <tbody>
        ${itemsOf(order).map(
          (item) => html`<tr key=${item.id}><td>${itemName(item)}<br /><span class="caption">${item.sku}</span></td>
            <td class="end">${number(item.quantity)}</td><td class="end">${amount(item.discountPrice ?? item.unitPrice)}</td>
            <td class="end">${amount(item.lineTotal)}</td></tr>`,
        )}
      </tbody>
      <tbody>
        ${sum(t('newOrder.subtotal'), order.subtotal)}
        ${order.discountAmount !== '0.00' && sum(t('newOrder.discount'), `-${order.discountAmount}`)}
        ${sum(t('newOrder.shipping'), order.shippingCharge)}
        ${order.taxAmount !== '0.00' && sum(t('print.tax'), order.taxAmount)}
        ${sum(t('newOrder.total'), order.totalAmount, true)}
        ${sum(t('newOrder.paid'), order.paidAmount)}
        ${sum(t('newOrder.due'), order.dueAmount, true)}
      </tbody>
    </table>
    <div class="foot"><${Barcode} text=${order.number} />${order.number}</div>
  </article>`;
}

export function Label({ order }: FormProps): VNode {
  const parcel = parcelOf(order);
  const code = parcel?.trackingCode || order.number;
  const { name, phone, lines } = recipient(order);
  return html`<article class="sheet label-form" aria-label=${t('print.labelOf', { number: order.number })}>
    <header class="between"><${Shop} order=${order} /><strong>${parcel?.courier?.name ?? ''}</strong></header>
    <div class="between grow"><div class="to"><span class="caption">${t('print.to')}</span><br /><strong class="large">${name}</strong><br />
      <strong class="large figure">${phone}</strong>${lines.map((line) => html`<br key=${line} />${line}`)}</div>
      <${Qr} text=${code} title=${t('print.qr', { number: order.number })} /></div>
    <p class="cod">${t('print.collect')} <strong><${Money} amount=${parcel?.codAmount ?? order.dueAmount} symbol=${symbolFrom(order.store)} /></strong></p>
    ${order.note && html`<p>${order.note}</p>`}
    <div class="foot"><${Barcode} text=${code} /><strong>${code}</strong>${code !== order.number && html` · ${order.number}`}</div>
  </article>`;
}

export function Slip({ order }: FormProps): VNode {
  return html`<article class="sheet slip" aria-label=${t('print.slipOf', { number: order.number })}>
    <header><${TestMark} order=${order} /><strong>${order.store?.name}</strong><br />${order.number}<br /><${Time} at=${order.createdAt} style="full" /></header>
    <div class="foot"><${Barcode} text=${order.number} /></div>
    <${To} order=${order} />
    <table><tbody>${itemsOf(order).map(
      (item) =>
        html`<tr key=${item.id}><td><span class="box" aria-hidden="true"></span></td><td>${itemName(item)}<br /><span class="caption">${item.sku}</span></td>
          <td class="end figure"><strong>× ${number(item.quantity)}</strong></td></tr>`,
    )}</tbody></table>
    ${order.note && html`<p>${order.note}</p>`}
    <p>${t('print.collect')} <strong><${Money} amount=${parcelOf(order)?.codAmount ?? order.dueAmount} symbol=${symbolFrom(order.store)} /></strong></p>
  </article>`;
}

/** The pictures that are attached to an order, on a paper of their own; nothing where there is none. */
export function Pictures({ order }: FormProps): VNode | null {
  const pictures = (order.attachments?.nodes ?? []).filter(({ url }) => url);
  if (pictures.length === 0) return null;
  return html`<article class="sheet invoice" aria-label=${t('print.filesOf', { number: order.number })}>
    <header class="between"><${Shop} order=${order} /><strong>${order.number}</strong></header>
    <div class="printed-pictures">${pictures.map(
      ({ id, url, fileName, caption }) =>
        html`<figure key=${id}><img src=${url} alt="" /><figcaption>${caption ?? fileName}</figcaption></figure>`,
    )}</div>
  </article>`;
}

/** What the rider signs for. */
export function HandOverSheet({ orders }: { orders: Printed[] }): VNode {
  const parcelIds = orders.flatMap((order) => parcelOf(order)?.id ?? []);
  const { data } = useData(cashToCollect, { parcelIds });
  const couriers = [...new Set(orders.map((order) => parcelOf(order)?.courier?.name ?? ''))].filter(Boolean).join(', ');
  return html`<article class="sheet hand-over-sheet" aria-label=${t('handOver.sheet')}>
    <header class="between"><${Shop} order=${orders[0]!} /><div class="end"><h2>${t('handOver.sheet')}</h2>${couriers}<br /><${Time} at=${new Date().toISOString()} style="full" /></div></header>
    <table>
      <thead><tr><th scope="col">${t('print.number')}</th><th scope="col">${t('print.tracking')}</th><th scope="col">${t('print.to')}</th>
        <th scope="col" class="end">${t('print.collect')}</th></tr></thead>
      <tbody>${orders.map((order) => {
        const { name, phone, lines } = recipient(order);
        const parcel = parcelOf(order);
        return html`<tr key=${order.id}><td>${order.number}</td><td>${parcel?.trackingCode}</td>
          <td>${name} ${phone}<br /><span class="caption">${lines.join(', ')}</span></td>
          <td class="end"><${Money} amount=${parcel?.codAmount} symbol=${symbolFrom(order.store)} /></td></tr>`;
      })}</tbody>
    </table>
    <p class="between"><strong>${t('print.parcels', { count: orders.length })}</strong>
      ${data?.cashToCollect && html`<strong>${t('print.collect')} <${Money} amount=${data.cashToCollect} symbol=${symbolFrom(orders[0]!.store)} /></strong>`}</p>
    <div class="between signatures"><span>${t('print.given')}</span><span>${t('print.received')}</span></div>
  </article>`;
}

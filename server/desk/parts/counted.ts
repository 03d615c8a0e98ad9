// What a figure is called, as a link to what it counts: its row in the guide of the desk.
import { t } from '../i18n.ts';
import { html, type VNode } from '../view.ts';

/** The rows of the guide by the names there. */
export type Figure =
  | 'arrived'
  | 'average-order'
  | 'calls'
  | 'calls-per-confirmed-order'
  | 'came-back'
  | 'cancelled'
  | 'cash-collected'
  | 'cost-of-goods'
  | 'courier-charges'
  | 'damaged'
  | 'damages'
  | 'days-to-deliver'
  | 'delivered'
  | 'delivered-of-sent'
  | 'delivered-and-still-due'
  | 'gross-sales'
  | 'held-by-couriers'
  | 'kept'
  | 'money-received'
  | 'net-sales'
  | 'not-sent-yet'
  | 'on-the-road'
  | 'open'
  | 'ordered'
  | 'orders-confirmed'
  | 'orders-delivered'
  | 'parcels'
  | 'placed'
  | 'profit'
  | 'refunds'
  | 'returned'
  | 'sales'
  | 'sales-of-30-days'
  | 'sales-with-shipping'
  | 'sold'
  | 'times'
  | 'units'
  | 'unknown-cost'
  | 'worth'
  | 'worth-of-what-came-back';

export function Counted({ text, figure }: { text: string; figure: Figure }): VNode {
  return html`<a class="counted" data-plain href="/docs/desk#figure-${figure}" title=${t('figures.counts')}>${text}</a>`;
}

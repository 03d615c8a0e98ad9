// The parcels of an order and what customers sent back.
import { money, number, t } from '../../../i18n.ts';
import { Badge, Card, Time } from '../../../parts.ts';
import { html, type VNode } from '../../../view.ts';
import { isZero } from './money.ts';
import type { OrderProps } from './props.ts';

/** Where the cash of a parcel is, where there is some. */
const accounts = [
  ['heldAmount', 'order.parcelHeld'],
  ['chargedAmount', 'order.parcelCharged'],
  ['writtenOffAmount', 'order.parcelWrittenOff'],
] as const;

export function ParcelsCard({ order, symbol }: OrderProps): VNode | null {
  const { parcels, returns } = order;
  if (parcels.nodes.length + returns.nodes.length === 0) return null;
  const names = new Map(order.orderItems.nodes.map((item) => [item.id, item.productName]));
  return html`<${Card} title=${t('order.parcels')}>
    <ul class="lines">
      ${parcels.nodes.map(
        (parcel) => html`<li key=${parcel.id}>
        <div>
          <strong>${parcel.courier?.name ?? t('orders.byHand')}</strong>${parcel.trackingCode && ` · ${parcel.trackingCode}`}
          <p class="quiet">${t('order.parcelCash', { amount: money(parcel.codAmount, symbol) })}
            ${parcel.collectedAmount && ` · ${t('order.parcelCollected', { amount: money(parcel.collectedAmount, symbol) })}`}
            ${accounts.map(([name, text]) => (isZero(parcel[name]) ? '' : ` · ${t(text, { amount: money(parcel[name], symbol) })}`))}</p>
          <p class="quiet"><${Time} at=${
            parcel.receivedAt ?? parcel.cancelledAt ?? parcel.deliveredAt ?? parcel.pickedUpAt ?? parcel.bookedAt
          } /></p>
        </div>
        <span>
          ${parcel.work === 'coming_back' && parcel.status !== 'return_requested' && html`<${Badge} list="parcelStatus" code="return_requested" /> `}
          <${Badge} list="parcelStatus" code=${parcel.status} />
        </span>
      </li>`,
      )}
      ${returns.nodes.map(
        (one) => html`<li key=${one.id}>
        <div>
          <strong>${t('order.return', { number: one.number })}</strong>
          <p class="quiet">${one.returnLines.nodes
            .map((line) => `${names.get(line.orderItemId)} × ${number(line.quantity)}`)
            .join(', ')}</p>
          ${one.reason && html`<p class="remark">${one.reason}</p>`}
        </div>
        <${Badge} list="returnStatus" code=${one.status} />
      </li>`,
      )}
    </ul>
  <//>`;
}

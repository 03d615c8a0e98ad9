// One row of the list of orders: a line at a desk, a card on a phone.
import { type CurrencySymbol, label, money, number, t } from '../../i18n.ts';
import { TestBadge } from '../../parts/test-badge.ts';
import { Badge, Icon, Time } from '../../parts.ts';
import { statusOf } from '../../statuses.ts';
import { Component, html, type VNode } from '../../view.ts';
import { TagList } from './order/tags.ts';
import type { Row } from './rows.ts';

type RowProps = {
  row: Row;
  isCurrent: boolean;
  isChosen: boolean;
  isGone: boolean;
  symbol: CurrencySymbol;
  onChoose: (id: string) => void;
  /** The language and digits that it is written in. */
  writing: string;
};

export const cityOf = (address: unknown): string => (address as { city?: string } | null)?.city ?? '';

/** Drawn anew only when something of it has changed. */
export class OrderRow extends Component<RowProps> {
  override shouldComponentUpdate(next: RowProps): boolean {
    return (Object.keys(next) as (keyof RowProps)[]).some((name) => next[name] !== this.props[name]);
  }

  override render(): VNode {
    return orderRow(this.props);
  }
}

function orderRow({ row, isCurrent, isChosen, isGone, symbol, onChoose }: RowProps): VNode {
  const { customer, orderItems: items } = row;
  const [first] = items.nodes;
  const { orders = 0, returned = 0 } = customer?.record ?? {};
  return html`<li
    class="order-row"
    data-id=${row.id}
    data-current=${isCurrent ? '' : undefined}
    data-gone=${isGone ? '' : undefined}
  >
    <label class="pick">
      <input type="checkbox" checked=${isChosen} onChange=${() => onChoose(row.id)}
        aria-label=${t('orders.choose', { number: row.number })} />
    </label>
    <a href="/admin/orders/${row.id}">
      ${
        first?.imageUrl
          ? html`<img class="thumb" src=${first.imageUrl} alt="" loading="lazy" width="44" height="44" />`
          : html`<span class="thumb"><${Icon} name="image" /></span>`
      }
      <span class="order-who"><strong>${customer?.fullName}</strong>${
        returned ? html` <span class="problem">${t('orders.cameBack', { returned, orders: orders ?? 0 })}</span>` : null
      }
        <small class="order-ref quiet">
          <span class="figure">${row.number}</span>
          ${customer?.phone && html` <span class="figure">${customer.phone}</span>`}
        </small>
      </span>
      <span class="order-what quiet">
        ${first && `${first.productName}${first.quantity > 1 ? ` × ${number(first.quantity)}` : ''}`}
        ${items.totalCount > 1 && html` <span>${t('orders.moreItems', { count: items.totalCount - 1 })}</span>`}
        ${cityOf(row.shippingAddress) && html`<span class="order-city">${cityOf(row.shippingAddress)}</span>`}
      </span>
      <span class="order-state">
        <${TestBadge} storeId=${row.storeId} />
        <${Badge} list="status" code=${row.status} />
        <${Badge} list="paymentStatus" code=${row.paymentStatus} />
        ${
          row.comingBackQuantity > 0 &&
          html`<span class="quiet">${t('order.comingBack', { count: row.comingBackQuantity })}</span>`
        }
        ${
          Number(row.toRefundAmount) > 0 &&
          html`<span class="quiet">${t('order.toRefund')} ${money(row.toRefundAmount, symbol)}</span>`
        }
        <${TagList} tags=${row.tags} />
        ${
          row.lastCallOutcome &&
          ['new', 'call_back', 'on_hold'].includes(statusOf(row.status)?.stage ?? '') &&
          html`<span class=${row.callLimitReached ? 'problem' : 'quiet'}>${t('calls.attempt', {
            count: row.callCount,
            outcome: label('callOutcome', row.lastCallOutcome),
          })}</span>`
        }
        ${
          statusOf(row.status)?.stage === 'call_back' &&
          row.followUpAt &&
          html`<span class="quiet"><${Icon} name="telephone" /> <${Time} at=${row.followUpAt} /></span>`
        }
        ${row.assignee && html`<span class="quiet">${row.assignee.fullName}</span>`}
      </span>
      <span class="order-time quiet"><${Time} at=${row.createdAt} /></span>
      <strong class="order-sum figure">${money(row.totalAmount, symbol)}</strong>
    </a>
  </li>`;
}

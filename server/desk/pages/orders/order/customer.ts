// Who ordered, where it goes, and how their earlier orders went.
import { money, settings, t } from '../../../i18n.ts';
import { Badge, Button, Card, say, Time } from '../../../parts.ts';
import { html, type VNode } from '../../../view.ts';
import type { OrderProps } from './props.ts';

type Words = Record<typeof settings.language, string>;
type Address = {
  label?: string;
  recipient_name?: string;
  recipient_phone?: string;
  address_line?: string;
  area?: string;
  city?: string;
  district?: string;
  postal_code?: string;
};

function AddressText({ address, phone }: { address: Address; phone: string | null }): VNode {
  const { recipient_name: name, recipient_phone: other } = address;
  const lines = [
    name,
    other && other !== phone ? other : undefined,
    address.address_line,
    [address.area, address.city, address.district, address.postal_code].filter(Boolean).join(', '),
  ].filter(Boolean);
  const copy = async () => {
    await navigator.clipboard.writeText(lines.join('\n'));
    say(t('order.copied'));
  };
  return html`<div class="row address">
    <address>${lines.map((line, n) => html`<span key=${n}>${line}<br /></span>`)}</address>
    ${navigator.clipboard && html`<${Button} kind="plain" icon="copy" title=${t('order.copyAddress')} onClick=${copy} />`}
  </div>`;
}

export function CustomerCard({ order, symbol }: OrderProps): VNode | null {
  const { customer } = order;
  if (!customer) return null;
  const { orders = 0, delivered = 0, returned = 0, cancelled = 0, totalSpent } = customer.record ?? {};
  const earlier = customer.orders.nodes.filter(({ id }) => id !== order.id).slice(0, 5);
  return html`<${Card} title=${t('order.customer')}>
    <p><a href="/admin/customers/${customer.id}"><strong>${customer.fullName}</strong></a>
      ${customer.status !== 'active' && html` <${Badge} list="state" code=${customer.status} />`}</p>
    ${order.shippingAddress ? html`<${AddressText} address=${order.shippingAddress as Address} phone=${customer.phone} />` : null}
    ${order.texts?.map(
      (one) =>
        one &&
        html`<p key=${one.text} class="remark"><strong>${(one.words as Words)[settings.language]}</strong> ${one.text}</p>`,
    )}
    <p>${
      (orders ?? 0) <= 1
        ? t('order.firstOrder')
        : t('order.record', {
            count: orders ?? 0,
            delivered: delivered ?? 0,
            cancelled: cancelled ?? 0,
            spent: money(totalSpent, symbol),
          })
    }
    ${returned ? html`<br /><strong class="problem">${t('orders.cameBack', { returned: returned ?? 0, orders: orders ?? 0 })}</strong>` : null}</p>
    ${
      earlier.length > 0 &&
      html`<details>
      <summary>${t('order.earlier', { count: earlier.length })}</summary>
      <ul class="lines">
        ${earlier.map(
          (one) => html`<li key=${one.id}>
          <div><a href="/admin/orders/${one.id}">${one.number}</a>
            <p class="quiet"><${Time} at=${one.createdAt} style="day" /> · ${money(one.totalAmount, symbol)}</p></div>
          <${Badge} list="status" code=${one.status} />
        </li>`,
        )}
      </ul>
    </details>`
    }
  <//>`;
}

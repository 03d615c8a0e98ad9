// What was ordered, with pictures, and what became of each line.
import { money, number, t } from '../../../i18n.ts';
import { OwnFields } from '../../../parts/own-fields.ts';
import { Card, Icon, Money } from '../../../parts.ts';
import { html, type VNode } from '../../../view.ts';
import type { Item, OrderProps } from './props.ts';

export function Picture({ item }: { item: Pick<Item, 'imageUrl'> }): VNode {
  return item.imageUrl
    ? html`<img class="thumb" src=${item.imageUrl} alt="" loading="lazy" width="56" height="56" />`
    : html`<span class="thumb"><${Icon} name="image" /></span>`;
}

/** Said only where a line did not go the plain way. */
const fates = [
  ['deliveredQuantity', 'order.itemDelivered'],
  ['returnedQuantity', 'order.itemReturned'],
  ['damagedQuantity', 'order.itemDamaged'],
  ['releasedQuantity', 'order.itemReleased'],
  ['comingBackQuantity', 'order.comingBack'],
] as const;

export function ItemsCard({ order, symbol }: OrderProps): VNode {
  return html`<${Card} title=${t('order.items')}>
    <ul class="lines">
      ${order.orderItems.nodes.map(
        (item) => html`<li key=${item.id}>
        <${Picture} item=${item} />
        <div>
          <a href="/admin/products/${item.productId}">${item.productName}</a>
          <p class="quiet">${item.variantName} · ${item.sku}</p>
          ${fates.map(
            ([name, key]) =>
              (item[name] ?? 0) > 0 &&
              (name !== 'deliveredQuantity' || item[name] < item.quantity) &&
              html`<p key=${name} class="quiet">${t(key, { count: item[name] ?? 0 })}</p>`,
          )}
        </div>
        <div class="line-sum">
          <strong><${Money} amount=${item.lineTotal} symbol=${symbol} /></strong>
          <span class="quiet figure">${number(item.quantity)} × ${money(item.discountPrice ?? item.unitPrice, symbol)}</span>
          ${item.discountPrice && html`<s class="quiet figure">${money(item.unitPrice, symbol)}</s>`}
        </div>
      </li>`,
      )}
    </ul>
    <${OwnFields} fields=${order.customFields} />
  <//>`;
}

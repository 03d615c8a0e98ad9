// Every movement of one SKU, newest first, with who made it and for what.
import { type CurrencySymbol, label, number, t } from '../../i18n.ts';
import { Rows } from '../../parts/rows.ts';
import { byCursor, type RowOf, usePages } from '../../parts/use-pages.ts';
import { Card, Money, Time } from '../../parts.ts';
import { html, useState, type VNode } from '../../view.ts';
import { movements } from './variant.graphql';

/** `+3` or `−3`; nothing for a movement that only reserves. */
const signed = (change: number) => (change > 0 ? `+${number(change)}` : `−${number(-change)}`);

export function History({ variantId, symbol }: { variantId: string; symbol: CurrencySymbol }): VNode {
  const [isShort, setShort] = useState(true);
  const filter = isShort ? { quantityChange: { notEqualTo: 0 } } : {};
  const list = usePages(movements, { variantId, filter }, ({ variant }) => byCursor(variant?.stockMovements ?? null));
  type Row = RowOf<typeof list>;
  const reference = ({ referenceType, referenceId, referenceNumber }: Row) => {
    const to = { order: '/admin/orders/', return: '/admin/returns/', adjustment: undefined }[
      referenceType ?? 'adjustment'
    ];
    return to && referenceId ? html`<a href=${to + referenceId}>${referenceNumber}</a>` : referenceNumber;
  };
  const acts = html`<label class="check">
    <input type="checkbox" checked=${!isShort} onChange=${() => setShort(!isShort)} /> ${t('stock.withReserved')}
  </label>`;
  const row = (one: Row) => html`
    <div class="grow">
      <p>${label('movement', one.type)} <span class="quiet">${reference(one)}</span></p>
      <p class="quiet">${[one.location?.name, one.actorName, one.reason].filter(Boolean).join(' · ')}</p>
    </div>
    <div class="end">
      <p><strong class="figure">${signed(one.quantityChange || one.reservedChange)}</strong>
        <span class="quiet figure"> → ${number(one.quantityChange ? one.onHandAfter : one.reservedAfter)}</span></p>
      <p class="quiet"><${Time} at=${one.createdAt} />
        ${one.unitCost != null && html` · <${Money} amount=${one.unitCost} symbol=${symbol} />`}</p>
    </div>`;
  return html`<${Card} title=${t('stock.history')} acts=${acts}>
    <${Rows} list=${list} empty=${t('stock.noHistory')} row=${row} />
  <//>`;
}

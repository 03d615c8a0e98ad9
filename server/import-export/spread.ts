// Discounts of another shop are of the order; here they are in the prices of its lines.

/** An item of an order: the price of one in cents, which may be a part of one where only the line has a price. */
export type Sold = { line: number; sku: string | null; quantity: number; cents: number };

export const grossOf = (items: readonly Sold[]) =>
  items.reduce((sum, { quantity, cents }) => sum + quantity * cents, 0);

/**
 * The items so that they come to `goods` cents together: what is too much is taken from each by its share, to the cent. Where
 * units of one line cannot all cost the same, it becomes two. Items that come to less keep what they come to, unless no more
 * lacks than was lost where the prices of units were rounded: half a cent each.
 */
export function spread(items: readonly Sold[], goods: number): Sold[] {
  const gross = grossOf(items);
  if (!(gross > 0) || items.some(({ quantity }) => !Number.isInteger(quantity) || quantity < 0)) return [...items];
  const units = items.reduce((sum, { quantity }) => sum + quantity, 0);
  const all = goods >= 0 && goods - gross <= units / 2 ? goods : Math.round(gross);
  let before = 0;
  let given = 0;
  return items.flatMap((item) => {
    before += item.quantity * item.cents;
    // The sum until here, rounded once: what is lost to rounding in one line comes with the next.
    const until = Math.round((all * before) / gross);
    const own = until - given;
    given = until;
    if (item.quantity === 0) return [item];
    const each = Math.floor(own / item.quantity);
    const more = own - each * item.quantity;
    const parts = [
      { ...item, quantity: item.quantity - more, cents: each },
      { ...item, quantity: more, cents: each + 1 },
    ];
    return parts.filter(({ quantity }) => quantity > 0);
  });
}

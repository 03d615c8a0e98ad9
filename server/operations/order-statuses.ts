// The statuses of an order as the API describes them. Their effects are in the tables app.order_statuses and
// app.order_transitions. A guard test compares both and prints what this file must contain.

type OrderStatusRow = {
  means: string;
  /** The goods: held for the order, with the customer, on their way back, or free again. */
  stock: 'reserved' | 'sold' | 'returning' | 'none';
  /** The part of `cod_outstanding` in which reports count the amount due; null when nothing is due. */
  cash: 'not_shipped' | 'with_courier' | 'delivered_unpaid' | null;
  /** The statuses that the status route can change it to. */
  transitions: readonly string[];
};

export const orderStatuses = {
  pending: {
    means: 'Placed, and not looked at yet.',
    stock: 'reserved',
    cash: 'not_shipped',
    transitions: ['follow_up', 'confirmed', 'processing', 'cancelled', 'hold', 'spam'],
  },
  follow_up: {
    means: 'The customer is to be called back.',
    stock: 'reserved',
    cash: 'not_shipped',
    transitions: ['pending', 'confirmed', 'cancelled', 'hold', 'spam'],
  },
  confirmed: {
    means: 'The customer confirmed the order.',
    stock: 'reserved',
    cash: 'not_shipped',
    transitions: ['follow_up', 'processing', 'ready_to_ship', 'cancelled', 'hold'],
  },
  processing: {
    means: 'The goods are being packed.',
    stock: 'reserved',
    cash: 'not_shipped',
    transitions: ['confirmed', 'ready_to_ship', 'cancelled', 'hold'],
  },
  ready_to_ship: {
    means: 'Packed; waits for the courier.',
    stock: 'reserved',
    cash: 'not_shipped',
    transitions: ['processing', 'in_transit', 'cancelled', 'hold'],
  },
  in_transit: {
    means: 'On the way to the customer.',
    stock: 'reserved',
    cash: 'with_courier',
    transitions: ['delivered', 'returned', 'failed_delivery'],
  },
  delivered: {
    means: 'The customer has the goods, all or part of them.',
    stock: 'sold',
    cash: 'delivered_unpaid',
    transitions: [],
  },
  returned: { means: 'The goods come back, or came back.', stock: 'returning', cash: null, transitions: [] },
  failed_delivery: {
    means: 'The courier could not deliver.',
    stock: 'reserved',
    cash: 'with_courier',
    transitions: ['in_transit', 'delivered', 'returned'],
  },
  cancelled: { means: 'Called off before it was shipped.', stock: 'none', cash: null, transitions: [] },
  hold: {
    means: "Waits for something, at the store's wish.",
    stock: 'reserved',
    cash: 'not_shipped',
    transitions: ['pending', 'follow_up', 'confirmed', 'processing', 'cancelled', 'spam'],
  },
  spam: { means: 'No customer asked for it.', stock: 'none', cash: null, transitions: ['pending'] },
} as const satisfies Record<string, OrderStatusRow>;

export type OrderStatus = keyof typeof orderStatuses;

export const orderStatusNames = Object.keys(orderStatuses) as OrderStatus[];

const goods: Record<OrderStatusRow['stock'], string> = {
  reserved: 'held for the order',
  sold: 'with the customer',
  returning: 'held until they are received back',
  none: 'free again',
};

/** The statuses as a table in Markdown, for the guide. */
export const orderStatusTable = (): string =>
  [
    '| status | meaning | goods | the amount due counts as | can change to |',
    '|---|---|---|---|---|',
    ...Object.entries<OrderStatusRow>(orderStatuses).map(
      ([status, { means, stock, cash, transitions }]) =>
        `| \`${status}\` | ${means} | ${goods[stock]} | ${cash ? `\`${cash}\`` : 'nothing'} | ${transitions.map((to) => `\`${to}\``).join(', ') || 'nothing'} |`,
    ),
  ].join('\n');

// The statuses of an order as the API describes them: the rows of app.order_statuses and app.order_transitions, as
// "npm run db -- schema" has written them down.
import rows from '../../db/schema/order_statuses.json' with { type: 'json' };

type OrderStatus = {
  status: string;
  means: string;
  /** The goods: held for the order, with the customer, on their way back, or free again. */
  stock: string;
  /** The part of `cod_outstanding` in which reports count the amount due; null when nothing is due. */
  cash: string | null;
  /** The statuses that the status route can change it to. */
  transitions: string[];
};

export const orderStatuses = new Map<string, OrderStatus>(rows.map((row) => [row.status, row]));

export const orderStatusNames = [...orderStatuses.keys()];

const goods: Record<string, string> = {
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
    ...[...orderStatuses.values()].map(
      ({ status, means, stock, cash, transitions }) =>
        `| \`${status}\` | ${means} | ${goods[stock]} | ${cash ? `\`${cash}\`` : 'nothing'} | ${transitions.map((to) => `\`${to}\``).join(', ') || 'nothing'} |`,
    ),
  ].join('\n');

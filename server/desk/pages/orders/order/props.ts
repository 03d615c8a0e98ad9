// What every part of an order's page is given.
import type { CurrencySymbol } from '../../../i18n.ts';
import type { OrderQuery } from '../order.graphql';

export type Order = NonNullable<OrderQuery['order']>;
export type Item = Order['orderItems']['nodes'][number];
/** Something that may be done with it, or would be refused now; and what it is called. */
export type Move = NonNullable<Order['possibleMoves']>[number] & { name: string };

/** `onDone`: after something was changed here. */
export type OrderProps = { order: Order; symbol: CurrencySymbol; onDone: () => Promise<void> };
export type DialogProps = OrderProps & { move: Move; onClose: () => void };

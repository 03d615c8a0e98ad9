// What a store with a few goods must do when calls come one after another: a level for each SKU, and orders with their status
// and money. The answer of each call and the state after it follow from the state before; there is nothing else.
import { orderStatuses } from '../../../server/operations/order-statuses.ts';
import type { Rules, Timed } from './checker.ts';

export interface Level {
  onHand: number;
  reserved: number;
}

export interface Order {
  status: string;
  /** Units by SKU. */
  lines: Record<string, number>;
  total: number;
  received: number;
  refunded: number;
  /** The part of it since the delivery, which is not owed again. */
  refundedLate: number;
}

/** Every order that will ever be is named from the start, so that equal states are written alike. */
export interface State {
  levels: Record<string, Level>;
  orders: Record<string, Order | null>;
}

export type Call =
  | { kind: 'order'; order: string; lines: Record<string, number> }
  | { kind: 'transition'; order: string; to: string }
  | { kind: 'cancellation'; order: string }
  | { kind: 'payment' | 'refund'; order: string; amount: number }
  | { kind: 'adjustment'; sku: string; change: number }
  | { kind: 'count'; sku: string; counted: number; expected?: number }
  | { kind: 'look at an order'; order: string }
  | { kind: 'look at the levels' };

/** What an answer says; answers are compared as JSON. */
export type Result = Record<string, unknown>;

export interface Operation extends Timed {
  client: number;
  call: Call;
  /** Undefined where no answer came: it may have happened or not. */
  result?: Result;
}

/** In whole units of the store's currency. */
export const prices = [100, 30] as const;

export function initialState(levels: Record<string, Level>, history: readonly { call: Call }[]): State {
  const names = history.flatMap(({ call }) => (call.kind === 'order' ? [call.order] : []));
  return { levels, orders: Object.fromEntries(names.map((name) => [name, null])) };
}

type Answered = { result: Result; state: State };

/** What a call answers and leaves; the same state where it is refused or only looks. */
export function answer(state: State, call: Call): Answered {
  const { levels, orders } = state;
  switch (call.kind) {
    case 'look at the levels':
      return { result: levels as unknown as Result, state };
    case 'adjustment':
      return adjust(state, call.sku, call.change);
    case 'count': {
      const { onHand } = levels[call.sku]!;
      if (call.expected !== undefined && call.expected !== onHand) return refuse(state, 'CONFLICT', { onHand });
      return adjust(state, call.sku, call.counted - onHand);
    }
    case 'order': {
      const total = Object.entries(call.lines).reduce(
        (sum, [sku, quantity]) => sum + priceOf(state, sku) * quantity,
        0,
      );
      const order: Order = { status: 'pending', lines: call.lines, total, received: 0, refunded: 0, refundedLate: 0 };
      return reserve(state, call.order, order) ?? shortage(state, call.lines);
    }
  }
  const order = orders[call.order];
  if (!order) return refuse(state, 'NOT_FOUND');
  switch (call.kind) {
    case 'look at an order':
      return { result: seen(order), state };
    case 'payment':
      if (call.amount > due(order)) return refuse(state, 'VALIDATION_ERROR', { most: due(order) });
      return change(state, call, { ...order, received: order.received + call.amount });
    case 'refund':
      if (call.amount > paid(order)) return refuse(state, 'VALIDATION_ERROR', { most: paid(order) });
      return change(state, call, refunded(order, call.amount));
    case 'cancellation':
      return transition(state, call.order, order, 'cancelled');
    case 'transition':
      return transition(state, call.order, order, call.to);
  }
}

/** For the checker. */
export const rules: Rules<State, Operation> = {
  step(before, { call, result }) {
    const { result: expected, state } = answer(before, call);
    if (!result) return state === before ? [before] : [state, before];
    return JSON.stringify(expected) === JSON.stringify(result) ? [state] : [];
  },
  isIdle: ({ call, result }) => result !== undefined && (call.kind.startsWith('look') || 'refused' in result),
};

const priceOf = ({ levels }: State, sku: string): number => prices[Object.keys(levels).indexOf(sku)] as number;
const paid = ({ received, refunded }: Order): number => received - refunded;
const due = (order: Order): number =>
  orderStatuses.get(order.status)!.cash === null ? 0 : Math.max(0, order.total - paid(order) - order.refundedLate);
const refunded = (order: Order, amount: number): Order => ({
  ...order,
  refunded: order.refunded + amount,
  refundedLate: order.refundedLate + (order.status === 'delivered' ? amount : 0),
});
const seen = (order: Order): Result => ({
  status: order.status,
  total: order.total,
  paid: paid(order),
  refunded: order.refunded,
  due: due(order),
});

const refuse = (state: State, refused: string, why: Result = {}): Answered => ({ result: { refused, ...why }, state });

const change = (state: State, call: { order: string; amount: number }, order: Order): Answered => ({
  result: { amount: call.amount },
  state: { ...state, orders: { ...state.orders, [call.order]: order } },
});

function adjust(state: State, sku: string, by: number): Answered {
  const { onHand, reserved } = state.levels[sku]!;
  if (onHand + by < 0) return refuse(state, 'VALIDATION_ERROR', { onHand });
  if (onHand + by < reserved) return refuse(state, 'VALIDATION_ERROR', { reserved, onHand });
  const level = { onHand: onHand + by, reserved };
  const changed = by === 0 ? state : { ...state, levels: { ...state.levels, [sku]: level } };
  return { result: { ...level }, state: changed };
}

/** The levels after so many units of each line were reserved (or are free again: -1), and so many have left. */
function booked({ levels }: State, lines: Record<string, number>, reserve: 1 | -1, leave: 0 | 1 = 0): State['levels'] {
  const changed = { ...levels };
  for (const [sku, quantity] of Object.entries(lines)) {
    const { onHand, reserved } = levels[sku]!;
    changed[sku] = { onHand: onHand - leave * quantity, reserved: reserved + reserve * quantity };
  }
  return changed;
}

/** Null where there is not enough. */
function reserve(state: State, name: string, order: Order): Answered | null {
  const levels = booked(state, order.lines, 1);
  if (Object.values(levels).some(({ onHand, reserved }) => reserved > onHand)) return null;
  return { result: seen(order), state: { levels, orders: { ...state.orders, [name]: order } } };
}

function shortage(state: State, lines: Record<string, number>): Answered {
  const free = Object.entries(state.levels).map(([sku, { onHand, reserved }]) => [sku, onHand - reserved] as const);
  const short = free.filter(([sku, available]) => (lines[sku] ?? 0) > available);
  return refuse(state, 'INSUFFICIENT_STOCK', { available: Object.fromEntries(short) });
}

function transition(state: State, name: string, before: Order, to: string): Answered {
  const from = orderStatuses.get(before.status)!;
  if (!from.transitions.includes(to)) return refuse(state, 'INVALID_STATUS_TRANSITION', { from: before.status });
  const order = { ...before, status: to };
  const stock = orderStatuses.get(to)!.stock;
  if (from.stock === 'none' && stock === 'reserved') return reserve(state, name, order) ?? shortage(state, order.lines);
  let { levels } = state;
  if (from.stock === 'reserved' && stock === 'none') levels = booked(state, order.lines, -1);
  if (from.stock === 'reserved' && stock === 'sold') levels = booked(state, order.lines, -1, 1);
  return { result: seen(order), state: { levels, orders: { ...state.orders, [name]: order } } };
}

// The calls of the model over the real doors: REST with Idempotency-Keys, and GraphQL for refunds, which have none.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestDatabase } from '../database.ts';
import type { TestShop } from '../shop.ts';
import type { Call, Operation, Result } from './model.ts';
import type { Servers } from './servers.ts';

const askedAgainMs = 20;
const answerLimitMs = 15_000;
const givenUpMs = 60_000;

/** What the clients of one round share. */
export interface Counter {
  db: TestDatabase;
  shop: TestShop;
  servers: Servers;
  /** A member of staff's. */
  token: string;
  /** Variants by SKU, in the order of the model. */
  variants: Record<string, string>;
  /** Ids of orders by the names of the model. */
  ids: Map<string, string>;
  history: Operation[];
  /** Refunds whose answer never came; each has a note of its own. */
  untold: { operation: Operation; note: string }[];
  /** Answers 5xx but 503. */
  serverErrors: string[];
  /** Requests without an answer, or with 503. */
  unanswered: number;
}

// biome-ignore lint/suspicious/noExplicitAny: documents are of every shape
type Answer = { status: number; body: any };
type Request = { method: string; path: string; body?: object; key: string; idempotencyKey?: string };

const refundMutation = 'mutation ($input: RecordRefundInput!) { recordRefund(input: $input) { payment { amount } } }';

/** Makes a call and keeps what it answered. */
export async function perform(counter: Counter, client: number, call: Call): Promise<void> {
  const operation: Operation = { client, call, calledAt: performance.now(), returnedAt: Number.POSITIVE_INFINITY };
  counter.history.push(operation);
  if (call.kind === 'refund') await refund(counter, operation, call.order, call.amount);
  else tell(operation, await persist(counter, client, call));
}

/**
 * Finds out what became of refunds without an answer. There are no more calls, and the killed servers' sessions are
 * gone.
 */
export async function resolveUntold({ db, history, untold }: Counter): Promise<void> {
  for (const { operation, note } of untold) {
    const { rows } = await db.admin.query('select amount::float8 from app.payments where note = $1', [note]);
    if (rows.length > 1) throw new Error(`a refund of ${rows[0].amount} stands ${rows.length} times`);
    if (rows[0]) tell(operation, rows[0]);
    else history.splice(history.indexOf(operation), 1);
  }
}

function tell(operation: Operation, result: Result): void {
  operation.result = result;
  operation.returnedAt = performance.now();
}

/** Sent again with its key until an answer comes. */
async function persist(counter: Counter, client: number, call: Call): Promise<Result> {
  const request = { ...requestOf(counter, call), key: counter.shop.storeKey.key, idempotencyKey: randomUUID() };
  const limit = performance.now() + givenUpMs;
  for (let attempt = client; performance.now() < limit; attempt++) {
    const { status, body } = await send(counter, attempt, request);
    if (status < 500 && body.error?.code !== 'IDEMPOTENCY_IN_FLIGHT') return resultOf(counter, call, body);
    await sleep(askedAgainMs);
  }
  throw new Error(`no answer to ${JSON.stringify(call)}`);
}

/** Sent once, since nothing recognises it the second time. */
async function refund(counter: Counter, operation: Operation, order: string, amount: number): Promise<void> {
  const note = randomUUID();
  const input = {
    orderId: counter.ids.get(order),
    amount: String(amount),
    paymentMethodId: counter.shop.stores[0].paymentMethods.cod,
    note,
  };
  const body = { query: refundMutation, variables: { input } };
  const request = { method: 'POST', path: '/admin/graphql', key: counter.token, body };
  // Always to the same server, since each takes long over its first GraphQL request.
  const answer = await send(counter, 0, request);
  const refused = answer.body?.errors?.[0];
  if (answer.status >= 500 || (refused && refused.extensions.code !== 'VALIDATION_ERROR'))
    counter.untold.push({ operation, note });
  else if (refused)
    tell(operation, { refused: 'VALIDATION_ERROR', most: moneyIn(refused.extensions.fields.amount[0]) });
  else tell(operation, { amount: Number(answer.body.data.recordRefund.payment.amount) });
}

/** Status 599 where there was no answer. */
async function send(counter: Counter, server: number, request: Request): Promise<Answer> {
  const { method, path, body, key, idempotencyKey } = request;
  try {
    const response = await fetch(counter.servers.url(server) + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(idempotencyKey && method !== 'GET' && { 'idempotency-key': idempotencyKey }),
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(answerLimitMs),
    });
    const text = await response.text();
    if (response.status === 503) counter.unanswered++;
    else if (response.status >= 500) counter.serverErrors.push(`${response.status} ${method} ${path} ${text}`);
    return { status: response.status, body: JSON.parse(text) };
  } catch {
    counter.unanswered++;
    return { status: 599, body: null };
  }
}

function requestOf({ shop, variants, ids }: Counter, call: Call): Omit<Request, 'key'> {
  const post = (path: string, body: object, method = 'POST') => ({ method, path: `/ext/v1${path}`, body });
  const get = (path: string) => ({ method: 'GET', path: `/ext/v1${path}` });
  const adjustment = (sku: string, more: object) =>
    post('/inventory/adjustments', {
      location_id: shop.locationId,
      variant_id: variants[sku],
      reason: 'count',
      ...more,
    });
  switch (call.kind) {
    case 'look at the levels':
      return get(`/inventory/levels?warehouse_id=${shop.locationId}&limit=100`);
    case 'adjustment':
      return adjustment(call.sku, { quantity_change: call.change });
    case 'count':
      return adjustment(call.sku, { set_on_hand: call.counted, expected_on_hand: call.expected });
    case 'order':
      return post('/orders', {
        customer: { phone: '01712345678', full_name: 'Karim' },
        items: Object.entries(call.lines).map(([sku, quantity]) => ({ variant_id: variants[sku], quantity })),
      });
  }
  const order = `/orders/${ids.get(call.order)}`;
  switch (call.kind) {
    case 'look at an order':
      return get(order);
    case 'cancellation':
      return post(`${order}/cancel`, { reason: 'changed their mind' });
    case 'transition':
      return post(`${order}/status`, { status: call.to }, 'PATCH');
    default:
      return post(`${order}/payments`, {
        payment_method_id: shop.stores[0].paymentMethods.cod,
        amount: call.amount,
      });
  }
}

/** An answer in the words of the model. */
function resultOf({ variants, ids }: Counter, call: Call, body: Answer['body']): Result {
  if (body.error) return refusalOf(body.error, variants);
  switch (call.kind) {
    case 'look at the levels': {
      // biome-ignore lint/suspicious/noExplicitAny: documents
      const levelOf = (id: string) => body.data.find(({ variant_id }: any) => variant_id === id);
      return Object.fromEntries(Object.entries(variants).map(([sku, id]) => [sku, level(levelOf(id))]));
    }
    case 'adjustment':
    case 'count':
      return level(body);
    case 'payment':
      return { amount: Number(body.amount) };
    case 'order':
      ids.set(call.order, body.id);
  }
  const { status, total_amount, paid_amount, refunded_amount, due_amount } = body;
  const [total, paid, refunded, due] = [total_amount, paid_amount, refunded_amount, due_amount].map(Number);
  return { status, total, paid, refunded, due };
}

const level = ({ on_hand, reserved }: Answer['body']) => ({ onHand: on_hand, reserved });

function refusalOf({ code: refused, message, fields }: Answer['body'], variants: Record<string, string>): Result {
  switch (refused) {
    case 'CONFLICT':
      return { refused, onHand: fields.on_hand[0] };
    case 'INSUFFICIENT_STOCK': {
      // biome-ignore lint/suspicious/noExplicitAny: documents
      const short = new Map<string, number>(fields.items.map((one: any) => [one.variant_id, one.available]));
      const skus = Object.entries(variants).filter(([, id]) => short.has(id));
      return { refused, available: Object.fromEntries(skus.map(([sku, id]) => [sku, short.get(id)])) };
    }
    case 'INVALID_STATUS_TRANSITION':
      return { refused, from: /that is (\w+) cannot/.exec(message)?.[1] };
    case 'VALIDATION_ERROR': {
      if (fields.amount) return { refused, most: moneyIn(fields.amount[0]) };
      const [first, second] = String(Object.values(fields)[0]).match(/\d+/g)!.map(Number);
      return second === undefined ? { refused, onHand: first } : { refused, reserved: first, onHand: second };
    }
  }
  return { refused, message, fields };
}

/** The amount that a refusal names: the one with two decimals. */
const moneyIn = (text: string): number => Number(/\d+\.\d\d/.exec(text)?.[0]);

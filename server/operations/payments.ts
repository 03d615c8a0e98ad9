import { z } from 'zod';
import {
  byId,
  id,
  instant,
  list,
  moneyText,
  oneOf,
  pageOf,
  positiveMoney,
  reason,
  text,
  timestamp,
  transactionId,
  uuid,
  writeTo,
} from './schemas.ts';
import type { Operation } from './types.ts';

export const payment = z
  .object({
    id,
    store_id: id,
    order_id: id,
    kind: oneOf('payment', 'refund').describe('Says whether `amount` was received or paid back.'),
    status: oneOf('pending', 'settled', 'voided'),
    amount: moneyText.describe('Always positive.'),
    payment_method: z.object({ id, name: z.string(), type: oneOf('cod', 'wallet', 'bank', 'card', 'cash') }),
    transaction_id: z.string().nullable(),
    source: oneOf('api', 'staff', 'courier'),
    refunds_payment_id: id.nullable(),
    charged_amount: moneyText.describe('Of a payout: what the courier kept besides; it counts as paid too.'),
    note: z.string().nullable(),
    received_at: timestamp.nullable().describe('When it was received, as stated, or recorded. Null while pending.'),
    settled_at: timestamp.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .describe('Money received or paid back for an order. A wrong record is voided.')
  .meta({ id: 'Payment' });

export const paymentOperations = {
  list_order_payments: {
    method: 'GET',
    path: '/orders/{id}/payments',
    scopes: ['payments:read'],
    summary: 'List the payments of an order',
    description: 'Payments and refunds of one order, newest first, voided ones included.',
    input: pageOf({ id: uuid.describe('Id of the order.') }),
    output: list(payment),
    status: 200,
    cost: 1,
    errors: ['NOT_FOUND'],
    tool: {
      title: 'List the payments of an order',
      description: 'Payments and refunds of one order, newest first, voided ones included; only `settled` ones count.',
      hints: { destructive: false, idempotent: true, openWorld: false },
    },
  },
  record_order_payment: {
    method: 'POST',
    path: '/orders/{id}/payments',
    scopes: ['payments:write'],
    summary: 'Record a payment',
    description:
      'Records money received for an order; it is settled at once. `fields.transactionId` is `transaction_id_required` (400) or `duplicate_transaction_id` (409; the message names the order that has it). `fields.payment` is `cod_parcel_active` (409) while a courier is on the way to collect cash for the order.',
    input: z.strictObject({
      ...writeTo('order'),
      payment_method_id: uuid.describe('An active payment method of the store.'),
      amount: positiveMoney.describe('At most the amount due.'),
      transaction_id: transactionId
        .nullish()
        .describe("The gateway's id, unique within the store; some methods require it. Empty means none."),
      note: text(2000).nullish(),
      received_at: instant
        .nullish()
        .describe('When the money was received: not before the order, not in the future; default now.'),
    }),
    output: payment,
    status: 201,
    writes: 'order',
    idempotency: 'optional',
    cost: 1,
    errors: ['NOT_FOUND', 'CONFLICT'],
    tool: {
      title: 'Record a payment',
      description:
        'Records money that was received for an order; it transfers no money. Ask first. `fields.transactionId`: `transaction_id_required` (this method needs one), `duplicate_transaction_id` (already recorded for the order in the message: do not record it again). `fields.payment`: `cod_parcel_active` (a courier is collecting the cash: wait for the payout).',
      idempotency: 'required',
      hints: { destructive: false, idempotent: true, openWorld: false },
    },
  },
  get_payment: {
    method: 'GET',
    path: '/payments/{id}',
    scopes: ['payments:read'],
    summary: 'Read a payment',
    description: 'One payment or refund.',
    input: byId('payment'),
    output: payment,
    status: 200,
    cost: 1,
    conditional: true,
    errors: ['NOT_FOUND'],
    tool: null,
  },
  record_refund: {
    method: 'POST',
    path: '/orders/{id}/refunds',
    scopes: ['payments:write', 'returns:write'],
    summary: 'Record a refund',
    description:
      'Records money that was given back to the customer; it transfers no money. At most what was paid, also to the courier, and with `payment_id` at most the rest of that payment. Without `payment_method_id` it went back the way the newest payment came.',
    input: z.strictObject({
      ...writeTo('order'),
      amount: positiveMoney,
      payment_id: uuid.optional().describe('The settled payment that is given back.'),
      payment_method_id: uuid.optional().describe('An active payment method of the store.'),
      transaction_id: transactionId.optional().describe("The gateway's id; some methods require it."),
      note: text(2000).optional(),
    }),
    output: payment,
    status: 201,
    writes: 'order',
    idempotency: 'required',
    cost: 1,
    errors: ['NOT_FOUND', 'CONFLICT'],
    tool: {
      title: 'Record a refund',
      description:
        'Records money that was given back for an order; it transfers no money. Ask first. The order shows what is owed back as `to_refund_amount`.',
      hints: { destructive: false, idempotent: true, openWorld: false },
    },
  },
  void_payment: {
    method: 'POST',
    path: '/payments/{id}/void',
    scopes: ['payments:write'],
    summary: 'Void a payment',
    description:
      "Voids a payment or refund that this key, or one that it replaced, recorded by mistake on the same day of the store's calendar; staff can void any. The record stays, and does not count. Void the refunds of a payment before the payment.",
    input: z.strictObject({ ...writeTo('payment'), reason }),
    output: payment,
    status: 200,
    writes: 'payment',
    idempotency: 'optional',
    cost: 1,
    errors: ['NOT_FOUND', 'CONFLICT'],
    tool: null,
  },
} satisfies Record<string, Operation>;

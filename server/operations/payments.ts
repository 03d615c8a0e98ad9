import { z } from 'zod';
import {
  id,
  instant,
  list,
  moneyText,
  oneOf,
  pageOf,
  positiveMoney,
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
    charged_amount: moneyText.describe('Of a payout: what the courier kept beside the amount; it counts as paid too.'),
    note: z.string().nullable(),
    received_at: timestamp
      .nullable()
      .describe('When the money was received, as stated; otherwise when it was recorded. Null while pending.'),
    settled_at: timestamp.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .describe('Money received or paid back for an order. A wrong record is voided, never changed.')
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
        .describe(
          "The gateway's id of the payment, unique within the store. Some methods require it; an empty text means none.",
        ),
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
        'Records money that was received for an order; it transfers no money. Ask first: only staff can void it. `fields.transactionId`: `transaction_id_required` (this method needs one), `duplicate_transaction_id` (already recorded for the order in the message: do not record it again). `fields.payment`: `cod_parcel_active` (a courier is collecting the cash: wait for the payout).',
      idempotency: 'required',
      hints: { destructive: false, idempotent: true, openWorld: false },
    },
  },
} satisfies Record<string, Operation>;

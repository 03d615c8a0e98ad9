import { z } from 'zod';
import {
  byId,
  id,
  instant,
  money,
  moneyText,
  oneOf,
  positiveMoney,
  storeId,
  text,
  timestamp,
  uuid,
} from './schemas.ts';
import type { Operation } from './types.ts';

export const payout = z
  .object({
    id,
    store_id: id,
    courier: z.object({ id, name: z.string() }).nullable().describe('Null for shipments recorded by hand.'),
    reference: z.string().nullable(),
    amount: moneyText.describe('What came in: the transfer.'),
    charged_amount: moneyText.describe('What the courier kept for its services beside it.'),
    lines: z.array(
      z.object({
        payment_id: id,
        parcel_id: id,
        order_id: id,
        order_number: z.string(),
        amount: moneyText,
        charged_amount: moneyText,
      }),
    ),
    received_at: timestamp.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .describe('Cash that a courier paid out at once. Each line is a payment of its order.')
  .meta({ id: 'Payout' });

const findings = [
  ...['matches', 'less', 'more', 'already_paid', 'nothing_held', 'not_delivered', 'other_courier', 'repeated'],
  ...['ambiguous', 'unknown'],
];

const comparison = z
  .object({
    lines: z.array(
      z.object({
        line: z.int().describe('From 0.'),
        code: z.string(),
        amount: moneyText.nullable(),
        finding: oneOf(...findings),
        parcel_id: id.nullable(),
        order_id: id.nullable(),
        order_number: z.string().nullable(),
        held_amount: moneyText.nullable().describe('What the courier holds of the cash of this parcel.'),
      }),
    ),
    totals: z.array(z.object({ finding: oneOf(...findings), lines: z.int(), amount: moneyText.nullable() })),
    amount: moneyText.describe('All lines together.'),
  })
  .describe('The sheet of a courier beside the books.')
  .meta({ id: 'PayoutComparison' });

const courier_id = uuid.describe('Who pays.');
const code = z.string().trim().min(1).max(200).describe('A tracking code or an order number, in any letter case.');
const mostLines = 500;

export const payoutOperations = {
  compare_payout: {
    method: 'POST',
    path: '/payouts/compare',
    scopes: ['parcels:write', 'payments:write'],
    summary: 'Compare a payout with the books',
    description: `Sets the sheet of a courier, up to ${mostLines} lines, beside what it holds. Nothing is recorded.`,
    input: z.strictObject({
      store_id: storeId.optional(),
      courier_id,
      lines: z
        .array(
          z.strictObject({ code, amount: money.optional().describe('What is paid; without it all that is held.') }),
        )
        .min(1)
        .max(mostLines)
        .describe('The sheet.'),
    }),
    output: comparison,
    status: 200,
    idempotency: 'optional',
    cost: 1,
    costByLine: { list: 'lines', linesPerWrite: 20, atMost: 25 },
    bulk: false,
    errors: ['NOT_FOUND', 'CONFLICT'],
    tool: null,
  },
  record_payout: {
    method: 'POST',
    path: '/payouts',
    scopes: ['parcels:write', 'payments:write'],
    summary: 'Record a payout',
    description: `Records what a courier paid out, for up to ${mostLines} parcels: all lines or none. Each line becomes a payment of its order, which is paid by the amount and the charge together; they are at most what the courier holds, and the rest it holds on. A refusal names every line that does not fit. It counts as one write for every 10 lines begun.`,
    input: z.strictObject({
      store_id: storeId.optional(),
      courier_id,
      lines: z
        .array(
          z.strictObject({
            code,
            amount: positiveMoney.describe('What came in for the parcel.'),
            charged_amount: money.optional().meta({ default: 0 }).describe('What the courier kept of its cash.'),
          }),
        )
        .min(1)
        .max(mostLines)
        .describe('The sheet: each parcel once.'),
      reference: text(2000).optional().describe('What the courier or the bank calls it; the note of the payments.'),
      received_at: instant.optional().describe('When the money was received; default now.'),
    }),
    output: payout,
    status: 201,
    idempotency: 'required',
    cost: 1,
    costByLine: { list: 'lines', linesPerWrite: 10, atMost: 30 },
    bulk: false,
    errors: ['NOT_FOUND', 'CONFLICT'],
    tool: null,
  },
  get_payout: {
    method: 'GET',
    path: '/payouts/{id}',
    scopes: ['payments:read'],
    summary: 'Read a payout',
    description: 'One payout with its lines.',
    input: byId('payout'),
    output: payout,
    status: 200,
    cost: 1,
    conditional: true,
    errors: ['NOT_FOUND'],
    tool: null,
  },
} satisfies Record<string, Operation>;

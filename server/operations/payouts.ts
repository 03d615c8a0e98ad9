import { z } from 'zod';
import { saying } from '../problems/problem.ts';
import {
  byId,
  id,
  instant,
  isGiven,
  money,
  moneyText,
  oneOf,
  positiveMoney,
  rule,
  signedMoney,
  signedMoneyText,
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
    collected_amount: signedMoneyText.describe('The cash of customers that it settles.'),
    charged_amount: signedMoneyText.describe('What the courier kept of it for its services: all `charges`.'),
    amount: signedMoneyText.describe(
      'What came in: the transfer. `collected_amount` − `charged_amount`; below 0 where the store paid the courier.',
    ),
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
    charges: z
      .array(
        z.object({
          parcel_id: id.nullable().describe('Null for a charge of the payout as a whole.'),
          order_id: id.nullable(),
          order_number: z.string().nullable(),
          kind: oneOf('delivery', 'cod', 'return', 'other'),
          amount: signedMoneyText.describe('Below 0: a credit of the courier.'),
          agreed_amount: moneyText
            .nullable()
            .describe('What it was to be by the rates that the courier agreed to; null without rates.'),
          note: z.string().nullable(),
        }),
      )
      .describe('What the courier charged, as it was recorded.'),
    above_agreed_amount: signedMoneyText
      .nullable()
      .describe('By how much these `charges` of parcels are above what was agreed; null without rates.'),
    received_at: timestamp.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .describe('Cash that a courier paid out at once, less its charges. Each line is a payment of its order.')
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
        agreed_charge_amount: moneyText
          .nullable()
          .describe('What the courier may charge for it by the rates that it agreed to; null without rates.'),
      }),
    ),
    totals: z.array(z.object({ finding: oneOf(...findings), lines: z.int(), amount: moneyText.nullable() })),
    amount: moneyText.describe('All lines together.'),
  })
  .describe('The sheet of a courier beside the books.')
  .meta({ id: 'PayoutComparison' });

const courier_id = uuid.describe('Who pays.');
/** Of a line: a tracking code or an order number. */
export const longestCode = 200;

const code = z
  .string()
  .trim()
  .min(1)
  .max(longestCode)
  .describe('A tracking code or an order number, in any letter case.');
const mostLines = 500;

const charge = money.optional();
const payoutLine = z
  .strictObject({
    code,
    amount: positiveMoney.optional().describe('What came in for the parcel. Either this or `collected_amount`.'),
    collected_amount: money
      .optional()
      .describe('What is settled of its cash, before charges; 0 for a parcel that only costs, as one that came back.'),
    charged_amount: money
      .optional()
      .describe(
        'What the courier kept of its cash, in one sum. Nothing is added to it as agreed; 0: nothing was kept.',
      ),
    delivery_charge: charge.describe('What it kept for the delivery; left out, as agreed.'),
    cod_charge: charge.describe('What it kept for the collection; left out, as agreed.'),
    return_charge: charge.describe('What it kept for bringing it back; left out, as agreed.'),
  })
  .check(
    rule('amount', 'required', (line) => isGiven(line.amount) || isGiven(line.collected_amount)),
    rule('amount', 'notTogether', (line) => !(isGiven(line.amount) && isGiven(line.collected_amount)), {
      other: 'collected_amount',
    }),
  );

export const payoutLines = (most: number) =>
  z.array(payoutLine).min(1).max(most).describe('The sheet: each parcel once.');

const payoutInput = z.strictObject({
  store_id: storeId.optional(),
  courier_id,
  lines: payoutLines(mostLines),
  other_charges: z
    .array(
      z.strictObject({
        amount: signedMoney
          .refine((amount) => amount !== 0, saying('amount.notZero'))
          .meta({ not: { const: 0 } })
          .describe('What was kept; below 0: a credit of the courier.'),
        note: text(2000).describe('What it was for.'),
      }),
    )
    .max(20)
    .optional()
    .describe('What the courier kept of the whole payout.'),
  transferred_amount: signedMoney
    .optional()
    .describe(
      'The transfer. A payout that does not come to it exactly is refused with 422, which tells the difference.',
    ),
  reference: text(2000).optional().describe('What the courier or the bank calls it; the note of the payments.'),
  received_at: instant.optional().describe('When the money was received; default now.'),
});

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
    description: `Records what a courier paid out, for up to ${mostLines} parcels: all lines or none. Each line becomes a payment of its order, which is paid by the amount and the charges together; they are at most what the courier holds, and the rest it holds on. Charges above what was collected, and \`other_charges\`, are kept of the transfer as a whole. A refusal names every line that does not fit. It counts as one write for every 10 lines begun.`,
    input: payoutInput,
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

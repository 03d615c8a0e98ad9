import { z } from 'zod';
import { saying } from '../../problems/problem.ts';
import { paymentOperations } from '../payments.ts';
import { longestCode, payoutLines, payoutOperations } from '../payouts.ts';
import { instant, money, positiveMoney, reason, uuid } from '../schemas.ts';
import { changesOf, remark, type StaffInput, which } from './types.ts';

const { record_order_payment, record_refund, void_payment } = paymentOperations;
const { record_payout } = payoutOperations;

const mostLines = 1000;

/** A line of the sheet that a courier sends with its payout. */
const payoutLine = z
  .strictObject({ code: z.string().nullish(), amount: money.nullish() })
  .meta({ input: 'PayoutLine' })
  .nullable();
const hasCode = (line: z.infer<typeof payoutLine>) => {
  const code = line?.code?.trim() ?? '';
  return code.length >= 1 && code.length <= longestCode;
};

/** Refused as a whole: it is pasted from a sheet. */
const payoutSheet = z
  .array(payoutLine)
  .refine(({ length }) => length >= 1 && length <= mostLines, saying('payoutLines', { most: mostLines }))
  .refine((lines) => lines.every(hasCode), saying('payoutLines.code', { most: longestCode }));

export const paymentInputs = {
  record_payment: {
    permission: 'payments.manage',
    input: z.strictObject({ order_id: which('order'), ...changesOf(record_order_payment.input) }),
    takes: 'body',
  },
  record_refund: {
    permission: 'payments.manage',
    input: z.strictObject({ order_id: which('order'), ...changesOf(record_refund.input) }),
    takes: 'arguments',
  },
  void_payment: {
    permission: 'payments.manage',
    input: z.strictObject({ payment_id: which('payment'), ...changesOf(void_payment.input) }),
    takes: 'arguments',
  },
  write_off_parcel_cash: {
    permission: 'payments.manage',
    input: z.strictObject({ parcel_id: which('parcel'), reason, amount: money.optional() }),
    takes: 'arguments',
  },
  record_parcel_payout: {
    permission: 'payments.manage',
    input: z.strictObject({
      parcel_id: which('parcel'),
      amount: positiveMoney.optional(),
      reference: remark(2000),
      received_at: instant.optional(),
      charged_amount: money.optional(),
    }),
    takes: 'arguments',
  },
  record_payout: {
    permission: 'payments.manage',
    input: z.strictObject({
      store_id: which('store'),
      ...changesOf(record_payout.input),
      lines: payoutLines(mostLines),
    }),
    takes: 'body',
  },
  void_courier_charge: {
    permission: 'payments.manage',
    input: z.strictObject({ charge_id: which('charge'), reason }),
    takes: 'arguments',
  },
  compare_payout: {
    permission: 'payments.manage',
    input: z.strictObject({ courier_id: which('courier'), lines: payoutSheet, store_id: uuid.optional() }),
    takes: 'arguments',
    isQuery: true,
  },
} satisfies Record<string, StaffInput>;

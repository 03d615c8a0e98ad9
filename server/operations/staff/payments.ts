import { z } from 'zod';
import { paymentOperations } from '../payments.ts';
import { changesOf, type StaffInput, which } from './types.ts';

const { record_order_payment } = paymentOperations;

export const paymentInputs = {
  record_payment: {
    permission: 'payments.manage',
    input: z.strictObject({ order_id: which('order'), ...changesOf(record_order_payment.input) }),
    takes: 'body',
  },
} satisfies Record<string, StaffInput>;

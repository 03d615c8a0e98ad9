import { z } from 'zod';
import { customerOperations } from '../customers.ts';
import { text } from '../schemas.ts';
import { changesOf, flag, note, type StaffInput, seen, which } from './types.ts';

const { create_customer, update_customer } = customerOperations;

export const customerInputs = {
  create_customer: { permission: 'orders.manage', input: create_customer.input, takes: 'body' },
  update_customer: {
    permission: 'orders.manage',
    input: z.strictObject({
      customer_id: which('customer'),
      ...changesOf(update_customer.input),
      clear_gender: flag.describe('True removes the gender.'),
      expected_updated_at: seen,
    }),
    takes: 'body',
  },
  save_customer_address: {
    permission: 'orders.manage',
    input: z.strictObject({
      customer_id: which('customer'),
      address_id: which('address').optional(),
      address_line: z.string().trim().min(1).max(1000),
      label: text(100).optional(),
      recipient_name: text(200).optional(),
      recipient_phone: text(50).optional(),
      city: text(200).optional(),
      area: text(200).optional(),
      postal_code: text(20).optional(),
      is_default: flag,
      expected_updated_at: seen,
    }),
    takes: 'arguments',
  },
  add_customer_note: {
    permission: 'orders.manage',
    input: z.strictObject({ customer_id: which('customer'), note }),
    takes: 'arguments',
  },
} satisfies Record<string, StaffInput>;

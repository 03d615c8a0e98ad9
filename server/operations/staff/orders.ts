import { z } from 'zod';
import { saying } from '../../problems/problem.ts';
import { callOperations } from '../calls.ts';
import { oneCustomer, orderOperations } from '../orders.ts';
import { storeId } from '../schemas.ts';
import { changesOf, flag, note, type StaffInput, seen, which, word } from './types.ts';

const { create_order, update_order, update_order_status, cancel_order } = orderOperations;
const newOrder = create_order.input;
const { items, customer_id, location_id, shipping_charge, tax_amount, coupon_code } = newOrder.shape;

/** As Postgres writes it, with a blank behind each colon and comma. */
const lengthOf = (fields: object) => JSON.stringify(fields).length + Math.max(2 * Object.keys(fields).length - 1, 0);
const isPlain = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);

/** A flat object. */
const customFields = z
  .record(z.string(), z.unknown(), saying('customFields.object'))
  .refine((fields) => Object.values(fields).every(isPlain), saying('customFields'))
  .refine((fields) => lengthOf(fields) <= 16_000, saying('customFields.long'));

export const orderInputs = {
  create_order: {
    permission: 'orders.manage',
    input: z.strictObject(newOrder.shape).check(oneCustomer('customer')),
    takes: 'body',
  },
  quote_order: {
    permission: 'orders.manage',
    input: z.strictObject({
      store_id: storeId,
      items,
      customer_id,
      location_id,
      shipping_charge,
      tax_amount,
      coupon_code: coupon_code.describe('The code the customer gave.'),
    }),
    takes: 'body',
    isQuery: true,
  },
  update_order: {
    permission: 'orders.manage',
    input: z.strictObject({
      order_id: which('order'),
      ...changesOf(update_order.input),
      clear_follow_up: flag.describe('True removes the call-back.'),
      expected_updated_at: seen,
    }),
    takes: 'body',
  },
  change_order_status: {
    permission: 'orders.manage',
    input: z.strictObject({ order_id: which('order'), ...changesOf(update_order_status.input), status: word }),
    takes: 'arguments',
  },
  cancel_order: {
    permission: 'orders.manage',
    input: z.strictObject({ order_id: which('order'), ...changesOf(cancel_order.input) }),
    takes: 'arguments',
  },
  assign_order: {
    permission: 'orders.manage',
    input: z.strictObject({ order_id: which('order'), staff_id: which('staff member').optional() }),
    takes: 'arguments',
  },
  set_order_custom_fields: {
    permission: 'orders.manage',
    input: z.strictObject({ order_id: which('order'), custom_fields: customFields.optional() }),
    takes: 'arguments',
  },
  record_call: {
    permission: 'orders.manage',
    input: z.strictObject({
      order_id: which('order'),
      ...changesOf(callOperations.record_call.input),
      expected_updated_at: seen,
    }),
    takes: 'body',
  },
  add_order_note: {
    permission: 'orders.manage',
    input: z.strictObject({ order_id: which('order'), note }),
    takes: 'arguments',
  },
} satisfies Record<string, StaffInput>;

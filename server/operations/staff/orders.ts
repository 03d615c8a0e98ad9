import { z } from 'zod';
import { oneCustomer, orderOperations } from '../orders.ts';
import { storeId } from '../schemas.ts';
import { changesOf, flag, note, type StaffInput, seen, which } from './types.ts';

const { create_order, update_order } = orderOperations;
const newOrder = create_order.input;
const { items, customer_id, location_id, shipping_charge, tax_amount, coupon_code } = newOrder.shape;

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
  add_order_note: {
    permission: 'orders.manage',
    input: z.strictObject({ order_id: which('order'), note }),
    takes: 'arguments',
  },
} satisfies Record<string, StaffInput>;

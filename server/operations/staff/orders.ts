import { z } from 'zod';
import { callOperations } from '../calls.ts';
import { customFields, editRules, oneCustomer, orderOperations } from '../orders.ts';
import { storeId, tags } from '../schemas.ts';
import { changesOf, flag, note, type StaffInput, seen, which, word } from './types.ts';

const { create_order, edit_order, reorder_order, update_order, update_order_status, cancel_order } = orderOperations;
const newOrder = create_order.input;
const { items, customer_id, location_id, shipping_address, shipping_charge, tax_amount, coupon_code } = newOrder.shape;

const { preview: _, ...edit } = changesOf(edit_order.input);
const edited = z.strictObject({ order_id: which('order'), ...edit, expected_updated_at: seen }).check(...editRules);

export const orderInputs = {
  save_order_view: {
    permission: 'orders.manage',
    input: z.strictObject({
      name: z.string().trim().min(1).max(60),
      query: z.string().trim().max(1000),
      order_view_id: which('view').optional(),
      expected_updated_at: seen,
    }),
    takes: 'arguments',
  },
  remove_order_view: {
    permission: 'orders.manage',
    input: z.strictObject({ order_view_id: which('view') }),
    takes: 'arguments',
  },
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
      shipping_address,
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
      add_tags: tags.optional().describe('Tags that it gets beside those that it has.'),
      remove_tags: tags.optional().describe('Tags that it loses.'),
      clear_follow_up: flag.describe('True removes the call-back.'),
      expected_updated_at: seen,
    }),
    takes: 'body',
  },
  change_order_status: {
    permission: 'orders.manage',
    input: z.strictObject({
      order_id: which('order'),
      ...changesOf(update_order_status.input.omit({ reason: true })),
      status: word,
      expected_updated_at: seen,
    }),
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
  reorder_order: {
    permission: 'orders.manage',
    input: z.strictObject({ order_id: which('order'), ...changesOf(reorder_order.input) }),
    takes: 'body',
  },
  merge_orders: {
    permission: 'orders.manage',
    input: z.strictObject({ order_id: which('order'), merged_order_id: which('order goes into it') }),
    takes: 'arguments',
  },
  edit_order: { permission: 'orders.manage', input: edited, takes: 'body' },
  preview_order_edit: { permission: 'orders.manage', input: edited, takes: 'body' },
  add_order_note: {
    permission: 'orders.manage',
    input: z.strictObject({ order_id: which('order'), note }),
    takes: 'arguments',
  },
} satisfies Record<string, StaffInput>;

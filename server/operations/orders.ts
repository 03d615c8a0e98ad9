import { z } from 'zod';
import { customer } from './customers.ts';
import { orderStatusNames } from './order-statuses.ts';
import {
  byId,
  byShopper,
  email,
  freeFormObject,
  id,
  instant,
  isGiven,
  list,
  money,
  moneyText,
  oneOf,
  oneVariant,
  pageOf,
  phone,
  positiveMoney,
  quantity,
  rule,
  search,
  sku,
  storeId,
  text,
  timestamp,
  transactionId,
  updatedAfter,
  uuid,
  writeTo,
} from './schemas.ts';
import type { Operation } from './types.ts';

const paymentStatuses = ['unpaid', 'partially_paid', 'paid', 'refunded'] as const;
const fulfillmentStatuses = ['unfulfilled', 'partially_fulfilled', 'fulfilled', 'returned'] as const;

export const orderItem = z
  .object({
    id,
    order_id: id,
    product_id: id,
    variant_id: id,
    sku: z.string(),
    barcode: z.string().nullable(),
    product_name: z.string(),
    variant_name: z.string(),
    options: z.array(z.object({ attribute: z.string(), value: z.string() })),
    image_url: z.string().nullable(),
    quantity: z.int(),
    delivered_quantity: z.int(),
    returned_quantity: z.int(),
    damaged_quantity: z.int(),
    unit_price: moneyText,
    discount_price: moneyText.nullable(),
    discount_amount: moneyText.describe("The line's share of the coupon."),
    line_total: moneyText.describe('What the line costs after both.'),
  })
  .describe('A line of an order: names, SKU, options and prices as sold. The lines add up to the order.')
  .meta({ id: 'OrderItem' });

export const order = z
  .object({
    id,
    store_id: id,
    number: z.string().meta({ examples: ['ORD-20261121-1042'] }),
    source: oneOf('api', 'staff', 'storefront'),
    channel: z.object({ id, name: z.string(), slug: z.string(), type: z.string() }),
    customer_id: id,
    location_id: id.nullable(),
    status: oneOf(...orderStatusNames),
    payment_status: oneOf(...paymentStatuses),
    fulfillment_status: oneOf(...fulfillmentStatuses),
    subtotal: moneyText,
    discount_amount: moneyText,
    shipping_charge: moneyText,
    tax_amount: moneyText,
    total_amount: moneyText.describe('`subtotal` − `discount_amount` + `shipping_charge` + `tax_amount`.'),
    paid_amount: moneyText,
    due_amount: moneyText.describe('What is still owed.'),
    refunded_amount: moneyText,
    shipping_address: z.record(z.string(), z.unknown()).nullable().describe(`Free-form, as it was sent. ${byShopper}`),
    coupon: z
      .object({
        id,
        code: z.string(),
        type: oneOf('percent', 'fixed', 'free_shipping'),
        value: z.string(),
        discount_amount: moneyText,
      })
      .nullable(),
    custom_fields: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).nullable(),
    note: z.string().nullable().describe(byShopper),
    follow_up_at: timestamp.nullable().describe('When the customer is to be called back.'),
    follow_up_note: z.string().nullable(),
    assignee: z.object({ id, name: z.string() }).nullable().describe('The staff member in charge; set in the admin.'),
    delivered_at: timestamp.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
    customer: customer.optional().describe('When expanded; without addresses and stats.'),
    items: z.array(orderItem).optional().describe('When expanded.'),
  })
  .describe('An order of a customer.')
  .meta({ id: 'Order' });

const newItem = z
  .strictObject({
    variant_id: uuid.optional().describe('One of `variant_id` and `sku` is required.'),
    sku: sku.optional().describe('Unique within the store; ignored when `variant_id` is given.'),
    quantity,
    unit_price: money.optional().describe('Overrides the price of the catalog.'),
    discount_price: money.optional().describe('Honoured only when above 0 and below the regular price.'),
  })
  .check(oneVariant);

const newOrder = z
  .strictObject({
    store_id: storeId.optional(),
    channel: z.string().min(1).max(100).optional().meta({ default: 'manual' }).describe('Slug of a sales channel.'),
    location_id: uuid.optional().describe("Where the stock is taken from; the company's default location when absent."),
    customer_id: uuid.optional().describe('An existing customer. Exactly one of this and `customer`.'),
    customer: z
      .strictObject({
        phone: phone.describe('A Bangladeshi mobile number in any spelling.'),
        full_name: z
          .string()
          .optional()
          .describe('At most 200 characters. Required only when the phone matches no customer; ignored otherwise.'),
        email: email.nullish(),
      })
      .optional()
      .describe('Found by phone, created when there is none.'),
    items: z.array(newItem).min(1).max(200),
    shipping_address: freeFormObject.nullish(),
    shipping_charge: money.optional().meta({ default: 0 }).describe('A free-shipping coupon still zeroes it.'),
    tax_amount: money.optional().meta({ default: 0 }),
    coupon_code: z.string().trim().min(1).max(50).nullish().describe('A code that cannot be used fails the order.'),
    note: text(2000).nullish(),
    payment: z
      .strictObject({
        payment_method_id: uuid.describe('An active payment method of the store.'),
        amount: positiveMoney,
        transaction_id: transactionId.nullish(),
      })
      .optional()
      .describe('A payment received up front: settled at once.'),
  })
  .check(
    rule(
      'customer_id',
      'exactly one of customer_id and customer is required',
      (o) => isGiven(o.customer_id) !== isGiven(o.customer),
    ),
  );

const expansions = z.array(z.enum(['customer', 'items'])).max(2);

export const orderOperations = {
  create_order: {
    method: 'POST',
    path: '/orders',
    scopes: ['orders:write'],
    summary: 'Create an order',
    description:
      'Places an order: finds or creates the customer, prices the lines, applies the coupon, records an upfront payment and reserves the stock, all or nothing. Not enough stock refuses the order and `fields.items` names each line with what was requested and what is available. Answers the order with customer and items.',
    input: newOrder,
    output: order,
    status: 201,
    idempotency: 'required',
    cost: 1,
    errors: ['NOT_FOUND', 'CONFLICT', 'INSUFFICIENT_STOCK', 'plan_limit_reached'],
    tool: {
      title: 'Create an order',
      description:
        'Places an order and reserves its stock, all or nothing. Name the customer by `customer_id`, or by `customer` with a phone (found, or created with `full_name`). Prices come from the catalog unless overridden. INSUFFICIENT_STOCK: `fields.items` says for each line what was requested and what is available; offer less or another variant, and use a new idempotency_key for the changed order. A timeout does not mean failure: retry with the same key.',
      hints: { destructive: false, idempotent: true, openWorld: false },
    },
  },
  list_orders: {
    method: 'GET',
    path: '/orders',
    scopes: ['orders:read'],
    summary: 'List orders',
    description:
      'Orders, newest first, compact unless expanded. Orders without a follow-up never match the follow-up filters; keep `status=follow_up` to get the call-backs that are due.',
    input: pageOf({
      status: z.enum(orderStatusNames).optional().describe('Only orders in this status.'),
      payment_status: z.enum(paymentStatuses).optional().describe('Only orders with this payment status.'),
      fulfillment_status: z.enum(fulfillmentStatuses).optional().describe('Only orders with this fulfilment status.'),
      channel: z.string().min(1).max(100).optional().describe('Slug of a sales channel.'),
      created_after: instant.optional().describe('Inclusive lower bound.'),
      created_before: instant.optional().describe('Exclusive upper bound.'),
      updated_after: updatedAfter.optional(),
      follow_up_after: instant.optional().describe('Call-backs due at this moment or later.'),
      follow_up_before: instant.optional().describe('Call-backs due before this moment.'),
      assignee_id: uuid.optional().describe('Only what this staff member is in charge of.'),
      customer_id: uuid.optional().describe('Only orders of this customer.'),
      search: search
        .optional()
        .describe(
          'Order number (with or without a `#`) or its end, customer name, or customer phone in any Bangladeshi spelling.',
        ),
      expand: expansions.optional().describe('Related objects to add.'),
    }),
    output: list(order),
    status: 200,
    cost: 1,
    errors: ['NOT_FOUND'],
    tool: {
      title: 'List orders',
      description:
        "Finds orders, newest first; compact unless `expand` adds customer and items. `search` takes an order number, a customer's name or phone. For call-backs that are due use `list_due_follow_ups`.",
      hints: { destructive: false, idempotent: true, openWorld: false },
    },
  },
  get_order: {
    method: 'GET',
    path: '/orders/{id}',
    scopes: ['orders:read'],
    summary: 'Read an order',
    description: 'One order with its customer and items.',
    input: byId('order').extend({
      expand: expansions.optional().describe('Taken as on the list; customer and items are always there.'),
    }),
    output: order,
    status: 200,
    cost: 1,
    errors: ['NOT_FOUND'],
    tool: {
      title: 'Read an order',
      description: 'One order with its customer, items, totals and what is still due.',
      hints: { destructive: false, idempotent: true, openWorld: false },
    },
  },
  update_order: {
    method: 'PATCH',
    path: '/orders/{id}',
    scopes: ['orders:write'],
    summary: 'Update note and follow-up',
    description:
      'Changes the fields that are sent, whatever the status of the order; null clears. An order that leaves `follow_up` keeps its `follow_up_at`.',
    input: z.strictObject({
      ...writeTo('order'),
      note: text(2000).nullish(),
      follow_up_at: instant.nullish().describe('When to call the customer back.'),
      follow_up_note: text(2000).nullish(),
    }),
    output: order,
    status: 200,
    idempotency: 'optional',
    cost: 1,
    errors: ['NOT_FOUND'],
    tool: {
      title: 'Update note and follow-up of an order',
      description:
        'Changes note, call-back time and call-back note of an order in any status; null clears. To put it in the call-back queue also move it to `follow_up` with `update_order_status`.',
      hints: { destructive: true, idempotent: true, openWorld: false },
    },
  },
  update_order_status: {
    method: 'PATCH',
    path: '/orders/{id}/status',
    scopes: ['orders:write'],
    summary: 'Move an order',
    description:
      'Moves an order to another status. A 409 says in `fields.status` what its parcel has against it: `live_parcel`, `parcel_not_picked_up` or `shipment_cancelled`. A 400 names the transitions there are. An order that comes back from `spam` needs its stock again.',
    input: z.strictObject({
      ...writeTo('order'),
      status: z.enum(orderStatusNames),
      note: text(2000).nullish().describe('Kept in the timeline of the order.'),
    }),
    output: order,
    status: 200,
    idempotency: 'optional',
    cost: 1,
    errors: ['NOT_FOUND', 'CONFLICT', 'INSUFFICIENT_STOCK', 'INVALID_STATUS_TRANSITION'],
    tool: {
      title: 'Move an order',
      description:
        'Moves an order to another status. INVALID_STATUS_TRANSITION: the message names the transitions there are. CONFLICT: `fields.status` says what its parcel has against it (`live_parcel`, `parcel_not_picked_up`, `shipment_cancelled`), which a person settles with the courier. A delivered order cannot become `returned` here: staff take it back as a return.',
      hints: { destructive: true, idempotent: true, openWorld: false },
    },
  },
  cancel_order: {
    method: 'POST',
    path: '/orders/{id}/cancel',
    scopes: ['orders:write'],
    summary: 'Cancel an order',
    description:
      'Cancels an order that was not handed to a courier: its stock is free again and its coupon use is given back. What was paid is to be refunded. Refused like a move to `cancelled`.',
    input: z.strictObject({
      ...writeTo('order'),
      reason: text(500).nullish(),
      note: text(2000).nullish().describe('Kept, as the reason is, in the timeline of the order.'),
    }),
    output: order,
    status: 200,
    idempotency: 'optional',
    cost: 1,
    errors: ['NOT_FOUND', 'CONFLICT', 'INVALID_STATUS_TRANSITION'],
    tool: {
      title: 'Cancel an order',
      description:
        'Cancels an order that is not with a courier: its stock is free again, its coupon use is given back. This cannot be undone, so ask first. What was paid is then to be refunded by staff. Refused as `update_order_status` is.',
      hints: { destructive: true, idempotent: true, openWorld: false },
    },
  },
} satisfies Record<string, Operation>;

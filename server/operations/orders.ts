import { z } from 'zod';
import { saying } from '../problems/problem.ts';
import { callOutcomes } from './calls.ts';
import { customer } from './customers.ts';
import { orderStatusNames } from './order-statuses.ts';
import {
  byId,
  byShopper,
  couponCode,
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
  tag,
  tags,
  text,
  timestamp,
  transactionId,
  updatedAfter,
  uuid,
  writeTo,
} from './schemas.ts';
import type { Operation } from './types.ts';

const paymentStatuses = ['unpaid', 'partially_paid', 'paid', 'refunded'] as const;
export const couponTypes = ['percent', 'fixed', 'free_shipping'] as const;
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
    with_courier_quantity: z.int(),
    coming_back_quantity: z.int(),
    unit_price: moneyText,
    discount_price: moneyText.nullable(),
    discount_amount: moneyText.describe('The share of this line in the discount of the coupon.'),
    line_total: moneyText.describe('The price of the line after both discounts.'),
  })
  .describe('A line of an order, as sold. The lines add up to the order.')
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
    delivery_zone: z
      .string()
      .nullable()
      .describe('The delivery zone of the store whose charge it has; null when the charge was given.'),
    tax_amount: moneyText,
    total_amount: moneyText.describe('`subtotal` − `discount_amount` + `shipping_charge` + `tax_amount`.'),
    paid_amount: moneyText,
    due_amount: moneyText.describe('What is still owed.'),
    refunded_amount: moneyText,
    returned_amount: moneyText.describe('Value of delivered goods that were received back; no longer owed.'),
    waived_amount: moneyText.describe('What the store does not ask for, though no goods came back for it.'),
    held_by_courier_amount: moneyText.describe('Cash that the courier has collected and not paid out.'),
    to_refund_amount: moneyText.describe('What the store owes the customer back.'),
    with_courier_quantity: z.int().describe('Units on their way to the customer.'),
    coming_back_quantity: z.int().describe('Units on their way back, not received yet.'),
    shipping_address: z.record(z.string(), z.unknown()).nullable().describe(`Free-form, as it was sent. ${byShopper}`),
    coupon: z
      .object({
        id,
        code: z.string(),
        type: oneOf(...couponTypes),
        value: z.string(),
        discount_amount: moneyText,
      })
      .nullable(),
    custom_fields: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).nullable(),
    note: z.string().nullable().describe(byShopper),
    payment_method_id: id.nullable().describe('The payment method that the customer chose.'),
    follow_up_at: timestamp.nullable().describe('When the customer is to be called back.'),
    follow_up_note: z.string().nullable(),
    call_count: z.int().describe('Calls to the customer about it.'),
    last_call_outcome: oneOf(...callOutcomes).nullable(),
    last_call_at: timestamp.nullable(),
    call_limit_reached: z
      .boolean()
      .describe("The store's limit of calls was reached without a confirmation. A hint only."),
    assignee: z.object({ id, name: z.string() }).nullable().describe('The responsible staff member; set in the admin.'),
    reorder_of_id: id.nullable().describe('The order that was called off and that this one repeats.'),
    reordered_as_id: id.nullable().describe('The newest order that repeats this one.'),
    merged_into_id: id.nullable().describe('The order that staff merged this one into; it is cancelled then.'),
    delivered_at: timestamp.nullable(),
    tags: z.array(z.string()).describe('Words of the store, in the order in which they were sent.'),
    created_at: timestamp,
    updated_at: timestamp,
    customer: customer
      .omit({ addresses: true, stats: true })
      .describe('The customer of an order.')
      .meta({ id: 'OrderCustomer' })
      .optional()
      .describe('When expanded.'),
    items: z.array(orderItem).optional().describe('When expanded.'),
  })
  .describe('An order of a customer.')
  .meta({ id: 'Order' });

const newItem = z
  .strictObject({
    variant_id: uuid.optional().describe('One of `variant_id` and `sku` is required.'),
    sku: sku.optional().describe('Unique within the store; ignored when `variant_id` is given.'),
    quantity,
    unit_price: money.optional().describe('Replaces the catalog price.'),
    discount_price: money.optional().describe('Used only when above 0 and below the regular price.'),
  })
  .check(oneVariant);

/** What Postgres writes more than JSON of a number that has an exponent there. */
function moreDigits(value: unknown): number {
  const [, digits = '', power = ''] = (typeof value === 'number' && /^-?([\d.]+)(e.+)$/.exec(String(value))) || [];
  const places = Number(power.slice(1));
  const written = places > 0 ? places + 1 : digits.replace('.', '').length + 1 - places;
  return power ? written - digits.length - power.length : 0;
}

/** As Postgres writes it: with a blank behind each colon and comma, and without exponents. */
const lengthOf = (fields: object) =>
  JSON.stringify(fields).length +
  Math.max(2 * Object.keys(fields).length - 1, 0) +
  Object.values(fields).reduce((sum: number, value) => sum + moreDigits(value), 0);
const isPlain = (value: unknown) => ['string', 'boolean'].includes(typeof value) || Number.isFinite(value);

const longestFields = 16_000;

/** A flat object. */
export const customFields = z
  .record(z.string(), z.unknown(), saying('customFields.object'))
  .refine((fields) => Object.values(fields).every(isPlain), saying('customFields'))
  .refine((fields) => lengthOf(fields) <= longestFields, saying('customFields.long', { most: longestFields }));

const orderCustomer = z.strictObject({
  phone: phone.describe('A Bangladeshi mobile number in any usual form.'),
  full_name: z
    .string()
    .optional()
    .describe('At most 200 characters. Required when the phone matches no customer; ignored otherwise.'),
  email: email.nullish(),
});

/** Says at which field that a new order needs one customer. */
export const oneCustomer = (field: 'customer_id' | 'customer') =>
  rule(field, 'badLine.customerOne', (o) => isGiven(o.customer_id) !== isGiven(o.customer));

const newOrder = z
  .strictObject({
    store_id: storeId.optional(),
    channel: z.string().min(1).max(100).optional().meta({ default: 'manual' }).describe('Slug of a sales channel.'),
    location_id: uuid.optional().describe('Where the stock is taken from; default: that of the company.'),
    customer_id: uuid.optional().describe('An existing customer. Exactly one of this and `customer`.'),
    customer: orderCustomer.optional().describe('Found by phone, or created.'),
    items: z.array(newItem).min(1).max(200),
    shipping_address: freeFormObject.nullish(),
    shipping_charge: money
      .optional()
      .describe('Absent: by the delivery zones of the store, else 0. A free-shipping coupon sets it to 0.'),
    tax_amount: money.optional().meta({ default: 0 }),
    coupon_code: couponCode.nullish().describe('When the code cannot be used, the order is refused.'),
    custom_fields: customFields.nullish().describe('Fields of the store: texts, numbers, true or false.'),
    tags: tags.optional().describe('Each once, whatever its letter case.'),
    note: text(2000).nullish(),
    payment_method_id: uuid
      .nullish()
      .describe(
        'The active payment method that the customer chose. With an online one and no `payment`, the source is `storefront`, and the order lapses if nothing is paid in the time the store gives.',
      ),
    payment: z
      .strictObject({
        payment_method_id: uuid.describe('An active payment method of the store.'),
        amount: positiveMoney,
        transaction_id: transactionId.nullish(),
      })
      .optional()
      .describe('A payment received in advance; it is settled at once.'),
  })
  .check(oneCustomer('customer_id'));

/** The fields of a change, and which of its actions take them. */
const changeFields = {
  order_item_id: ['change_item', 'remove_item'],
  variant_id: ['add_item'],
  sku: ['add_item'],
  quantity: ['add_item', 'change_item'],
  unit_price: ['add_item', 'change_item'],
  discount_price: ['add_item', 'change_item'],
} as const;

export const changeActions = ['add_item', 'change_item', 'remove_item'] as const;

/** A field that some actions need, and those that it is for. */
const fieldsOfActions = Object.entries(changeFields).map(([field, actions]: [string, readonly string[]]) =>
  rule(
    field,
    'editAction',
    (change) => !isGiven(change[field]) || !changeActions.includes(change.action) || actions.includes(change.action),
    { words: actions.join(', ') },
  ),
);
const needs = (field: string, action: string, more = (_: Record<string, unknown>) => false) =>
  rule(field, 'required', (change) => change.action !== action || isGiven(change[field]) || more(change));

const change = z
  .strictObject({
    action: z.enum(changeActions).describe('What to do.'),
    order_item_id: uuid.optional().describe('The line to change or remove: `items[].id` of the order.'),
    variant_id: uuid.optional().describe('What to add: this or `sku`.'),
    sku: sku.optional(),
    quantity: quantity.optional(),
    unit_price: money
      .optional()
      .describe('Without it an added item has the price of today, a changed one keeps its own.'),
    discount_price: money.optional().describe('Used only when above 0 and below `unit_price`.'),
  })
  .check(...fieldsOfActions)
  .check(
    needs('order_item_id', 'change_item'),
    needs('order_item_id', 'remove_item'),
    needs('variant_id', 'add_item', (entry) => isGiven(entry.sku)),
    needs('quantity', 'add_item'),
    rule(
      'action',
      'editNothing',
      (entry) =>
        entry.action !== 'change_item' ||
        ['quantity', 'unit_price', 'discount_price'].some((field) => isGiven(entry[field])),
    ),
  );

/** A line is changed once: two changes of it would contradict each other. */
const eachItemOnce = z.refine<unknown>(
  (changes) => {
    const named = (changes as { order_item_id?: unknown }[]).map((entry) => entry?.order_item_id).filter(isGiven);
    return new Set(named).size === named.length;
  },
  { error: saying('editTwice'), when: ({ value }) => Array.isArray(value) },
);

const orderEdit = {
  changes: z
    .array(change)
    .min(1)
    .max(200)
    .check(eachItemOnce)
    .optional()
    .describe('Changes of items, done in this order.'),
  coupon_code: couponCode.nullish().describe('Null takes the coupon off.'),
  shipping_charge: money.optional().describe('A free-shipping coupon sets it to 0.'),
  tax_amount: money.optional(),
  customer_id: uuid.optional().describe('Another customer: this or `customer`.'),
  customer: orderCustomer.optional().describe('Found by phone, or created.'),
  shipping_address: freeFormObject.nullish(),
  location_id: uuid.optional().describe('Moves the reserved stock there.'),
  channel: z.string().min(1).max(100).optional().describe('Slug of a sales channel.'),
  custom_fields: customFields.nullish().describe('Replaces all of them.'),
  tags: tags.optional().describe('Replaces the tags.'),
  note: text(2000).nullish(),
};
const editFields = Object.keys(orderEdit);

/** What an edit owes as a whole. */
export const editRules = [
  rule('changes', 'editNothing', (edit) => editFields.some((field) => edit[field] !== undefined)),
  rule('customer', 'notTogether', (edit) => !isGiven(edit.customer_id) || !isGiven(edit.customer), {
    other: 'customer_id',
  }),
];

const expansions = z.array(z.enum(['customer', 'items'])).max(2);

export const orderOperations = {
  create_order: {
    method: 'POST',
    path: '/orders',
    scopes: ['orders:write'],
    summary: 'Create an order',
    description:
      'Creates an order: finds or creates the customer, prices the lines, applies the coupon, records an upfront payment and reserves the stock. If one step fails, nothing is saved. Without enough stock the order is refused, and `fields.items` lists each line with the requested and the available quantity. Returns the order with customer and items.',
    input: newOrder,
    output: order,
    status: 201,
    idempotency: 'required',
    cost: 1,
    errors: ['NOT_FOUND', 'CONFLICT', 'INSUFFICIENT_STOCK', 'plan_limit_reached'],
    tool: {
      title: 'Create an order',
      description:
        'Creates an order and reserves its stock; if one step fails, nothing is saved. Prices come from the catalog unless you give others. INSUFFICIENT_STOCK: `fields.items` lists for each line the requested and the available quantity; offer less or another variant, and use a new idempotency_key for the changed order. A timeout does not mean failure: retry with the same key.',
      hints: { destructive: false, idempotent: true, openWorld: false },
    },
  },
  list_orders: {
    method: 'GET',
    path: '/orders',
    scopes: ['orders:read'],
    shows: 'orders.read',
    summary: 'List orders',
    description:
      'Orders, newest first, without customer and items unless expanded. Orders without a follow-up never match the follow-up filters; add `status=follow_up` to get the call-backs that are due.',
    input: pageOf({
      status: z.enum(orderStatusNames).optional().describe('Only orders in this status.'),
      payment_status: z.enum(paymentStatuses).optional().describe('Only orders with this payment status.'),
      fulfillment_status: z.enum(fulfillmentStatuses).optional().describe('Only orders with this fulfilment status.'),
      channel: z.string().min(1).max(100).optional().describe('Slug of a sales channel.'),
      created_after: instant.optional().describe('Inclusive lower bound.'),
      created_before: instant.optional().describe('Exclusive upper bound.'),
      updated_after: updatedAfter.optional(),
      follow_up_after: instant.optional().describe('Call-backs due at this time or later.'),
      follow_up_before: instant.optional().describe('Call-backs due before this time.'),
      last_call_outcome: z.enum(callOutcomes).optional().describe('Only orders whose last call ended so.'),
      min_calls: z.int().min(1).max(10).optional().describe('Only orders with at least so many calls.'),
      tag: tag.optional().describe('Only orders with this tag, in any case.'),
      assignee_id: uuid.optional().describe('Only orders assigned to this staff member.'),
      customer_id: uuid.optional().describe('Only orders of this customer.'),
      search: search.optional().describe('Order number or its end, customer name, or phone in any Bangladeshi form.'),
      expand: expansions.optional().describe('Related objects to add.'),
    }),
    output: list(order),
    status: 200,
    cost: 1,
    errors: ['NOT_FOUND'],
    tool: {
      title: 'List orders',
      description:
        'Finds orders, newest first; `expand` adds customer and items. For call-backs that are due use `list_due_follow_ups`.',
      hints: { destructive: false, idempotent: true, openWorld: false },
    },
  },
  get_order: {
    method: 'GET',
    path: '/orders/{id}',
    scopes: ['orders:read'],
    shows: 'orders.read',
    summary: 'Read an order',
    description: 'One order with its customer and items.',
    input: byId('order').extend({
      expand: expansions.optional().describe('Accepted, but customer and items are always included.'),
    }),
    output: order,
    status: 200,
    cost: 1,
    conditional: true,
    errors: ['NOT_FOUND'],
    tool: {
      title: 'Read an order',
      description: 'One order with its customer, items, totals and the amount still due.',
      hints: { destructive: false, idempotent: true, openWorld: false },
    },
  },
  update_order: {
    method: 'PATCH',
    path: '/orders/{id}',
    scopes: ['orders:write'],
    summary: 'Update note, tags and follow-up',
    description:
      'Changes the fields that are sent, in any status of the order; null clears a field. An order that leaves `follow_up` keeps its `follow_up_at`.',
    input: z.strictObject({
      ...writeTo('order'),
      note: text(2000).nullish(),
      tags: tags.optional().describe('Replaces the tags.'),
      follow_up_at: instant.nullish().describe('When to call the customer back.'),
      follow_up_note: text(2000).nullish(),
    }),
    output: order,
    status: 200,
    writes: 'order',
    idempotency: 'optional',
    cost: 1,
    errors: ['NOT_FOUND'],
    tool: {
      title: 'Update note, tags and follow-up of an order',
      description:
        'Changes note, tags, call-back time and call-back note of an order in any status; null clears a field. To put the order in the call-back queue, also set its status to `follow_up` with `update_order_status`.',
      hints: { destructive: true, idempotent: true, openWorld: false },
    },
  },
  edit_order: {
    method: 'POST',
    path: '/orders/{id}/edit',
    scopes: ['orders:write'],
    summary: 'Edit an order',
    description:
      'Changes items, coupon, charges, customer, address, location, channel, custom fields, tags and note of an order, all or nothing, as long as it was not handed over: in `pending`, `follow_up`, `hold`, `confirmed`, `processing` and `ready_to_ship`, without a booked parcel. What is not sent stays; null clears. Items that stay keep the names and prices that were agreed; added ones have the prices of today. The coupon is judged anew when items, customer or coupon change. Stock is reserved and released; what was paid stays, and `due_amount` and `to_refund_amount` follow. There is no discount by hand: give a lower `unit_price` or `discount_price`. 400: the status does not allow it, or stock is short (`fields.items`). 409: a parcel is booked (`fields.status` is `live_parcel`), or something named does not exist. With `preview` the same is checked and the answer is the order as it would be, but nothing is written.',
    input: z
      .strictObject({
        ...writeTo('order'),
        ...orderEdit,
        reason: text(500).nullish().describe('Stored in the timeline of the order.'),
        preview: z.boolean().optional().describe('True: answers what the order would be, and writes nothing.'),
      })
      .check(...editRules),
    output: order,
    status: 200,
    writes: 'order',
    idempotency: 'optional',
    cost: 1,
    errors: ['NOT_FOUND', 'CONFLICT', 'INSUFFICIENT_STOCK', 'INVALID_STATUS_TRANSITION'],
    tool: {
      title: 'Edit an order',
      description:
        'Changes an order that was not handed over yet: items, coupon, charges, customer, address; all or nothing. What you leave out stays. Use `preview` first to tell the customer the new total, then the same call without it. For a discount give a lower `unit_price`.',
      hints: { destructive: true, idempotent: true, openWorld: false },
    },
  },
  reorder_order: {
    method: 'POST',
    path: '/orders/{id}/reorder',
    scopes: ['orders:write'],
    summary: 'Order again',
    description:
      'Makes a new order with the content of one that is `cancelled` or `spam`, at the prices that were agreed. It is an order like any other: stock and coupon are judged anew, and the plan counts it. What was paid stays with the old order. The new order names the old one in `reorder_of_id`, the old one the new in `reordered_as_id`. 400: the order was not called off, or stock is short. 409: it was ordered again already, and that order still stands.',
    input: z.strictObject({
      ...writeTo('order'),
      coupon_code: couponCode.nullish().describe('In place of the coupon of the order; null: none.'),
    }),
    output: order,
    status: 201,
    writes: 'order',
    idempotency: 'optional',
    cost: 1,
    errors: ['NOT_FOUND', 'CONFLICT', 'INSUFFICIENT_STOCK', 'INVALID_STATUS_TRANSITION', 'plan_limit_reached'],
    tool: null,
  },
  update_order_status: {
    method: 'PATCH',
    path: '/orders/{id}/status',
    scopes: ['orders:write'],
    summary: 'Change the status of an order',
    description:
      'Changes the status of an order. 400: the transition is not allowed; the message lists the allowed ones. 409: a parcel blocks it; `fields.status` is `live_parcel`, `parcel_not_picked_up` or `shipment_cancelled`. An order that leaves `spam` reserves its stock again.',
    input: z.strictObject({
      ...writeTo('order'),
      status: z.enum(orderStatusNames),
      reason: text(500).nullish().describe('Why, for example why it is cancelled.'),
      note: text(2000).nullish().describe('Stored with the reason in the timeline of the order.'),
    }),
    output: order,
    status: 200,
    writes: 'order',
    idempotency: 'optional',
    cost: 1,
    errors: ['NOT_FOUND', 'CONFLICT', 'INSUFFICIENT_STOCK', 'INVALID_STATUS_TRANSITION'],
    tool: {
      title: 'Change the status of an order',
      description:
        'Changes the status of an order. INVALID_STATUS_TRANSITION: the message lists the allowed transitions. CONFLICT: `fields.status` says why a parcel blocks it (`live_parcel`, `parcel_not_picked_up`, `shipment_cancelled`); a person must solve this with the courier. A delivered order cannot become `returned` here: staff receive it as a return. `cancelled` releases the stock and cannot be undone, so ask first; staff must then refund what was paid.',
      hints: { destructive: true, idempotent: true, openWorld: false },
    },
  },
  cancel_order: {
    method: 'POST',
    path: '/orders/{id}/cancel',
    scopes: ['orders:write'],
    summary: 'Cancel an order',
    description:
      'Cancels an order that was not handed to a courier: its stock is released and its coupon can be used again. Staff must refund a paid amount. It is refused in the same cases as the transition to `cancelled`.',
    input: z.strictObject({
      ...writeTo('order'),
      reason: text(500).nullish(),
      note: text(2000).nullish().describe('Stored with the reason in the timeline of the order.'),
    }),
    output: order,
    status: 200,
    writes: 'order',
    idempotency: 'optional',
    cost: 1,
    errors: ['NOT_FOUND', 'CONFLICT', 'INVALID_STATUS_TRANSITION'],
    tool: {
      title: 'Cancel an order',
      description:
        'Cancels an order that is not with a courier: its stock is released, its coupon can be used again. This cannot be undone, so ask first. Staff must then refund a paid amount. Refused in the same cases as `update_order_status`.',
      foldedInto: 'update_order_status',
      hints: { destructive: true, idempotent: true, openWorld: false },
    },
  },
} satisfies Record<string, Operation>;

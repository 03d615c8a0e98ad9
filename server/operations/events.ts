// The types of events that are sent to webhook endpoints. The SQL function internal.event_types() has the same list; a test
// compares them. Types may be added, but not renamed, and their meaning does not change.
// see: guides/webhooks#create-an-endpoint
import { z } from 'zod';
import { brand } from './brands.ts';
import { category } from './categories.ts';
import { customer } from './customers.ts';
import { exportRecord } from './exports.ts';
import { inventoryLevel } from './inventory.ts';
import { job } from './jobs.ts';
import { order } from './orders.ts';
import { parcel } from './parcels.ts';
import { payment } from './payments.ts';
import { payout } from './payouts.ts';
import { product } from './products.ts';
import { customerReturn } from './returns.ts';
import { id, instant, list, narrowingStoreId, oneOf, pagination, timestamp, uuid } from './schemas.ts';
import type { Operation } from './types.ts';
import { videoUpload } from './videos.ts';

/** The tag of API behaviour that webhook endpoints are pinned to. see: guides/versioning#the-version-tag */
export const apiVersion = '2026-08';

export type EventType = {
  /** When it is sent. */
  when: string;
  /** What `data.object` holds. */
  object: z.ZodType;
  /** What `previous` may contain; absent for types without it. */
  previous?: z.ZodObject;
  /** The operation whose recorded answer is the example, and the `previous` beside it. */
  example?: { answerOf: string; previous?: object };
};

const { status, payment_status, fulfillment_status, due_amount, follow_up_at, ...shown } = order.shape;
const { channel, customer_id, location_id, subtotal, discount_amount, shipping_charge, delivery_zone } = shown;
const {
  tax_amount,
  total_amount,
  to_refund_amount,
  coupon,
  custom_fields,
  tags,
  note,
  shipping_address,
  items,
  reordered_as_id,
} = shown;
const edited = {
  ...{ channel, customer_id, location_id, subtotal, discount_amount, shipping_charge, delivery_zone, tax_amount },
  ...{ total_amount, to_refund_amount, coupon, custom_fields, tags, note, shipping_address, reordered_as_id },
  items: items.describe('The lines that an edit changed or removed, as they were.'),
};
const movedOrder = z
  .object({ status, payment_status, fulfillment_status, due_amount, follow_up_at, ...edited })
  .partial()
  .describe(
    'The old values of the fields that changed; absent when none of these changed. From `channel` on, only an edit tells them, or a new order in place of this one.',
  )
  .meta({ id: 'PreviousOrder' });

export const events: Record<string, EventType> = {
  'product.created': {
    when: 'A product was created.',
    object: product,
    example: { answerOf: 'create_product' },
  },
  'product.updated': {
    when: 'Something that the API shows of a product changed, or one of its videos became ready.',
    object: product,
    example: { answerOf: 'update_product' },
  },
  'product.archived': {
    when: 'A product was archived.',
    object: product,
    example: { answerOf: 'archive_product' },
  },
  'order.created': {
    when: 'An order was created, by the API or by staff.',
    object: order,
    example: { answerOf: 'create_order' },
  },
  'order.updated': {
    when: 'An order changed: status, money, fulfilment, note or follow-up, or it was edited.',
    object: order,
    previous: movedOrder,
    example: { answerOf: 'update_order_status', previous: { status: 'pending' } },
  },
  'order.cancelled': {
    when: 'An order was cancelled, by a person or because it was not paid in time.',
    object: order,
    previous: movedOrder,
    example: { answerOf: 'cancel_order', previous: { status: 'confirmed' } },
  },
  'payment.recorded': {
    when: 'Money for an order was recorded.',
    object: payment,
    example: { answerOf: 'record_order_payment' },
  },
  'payment.refunded': { when: 'Money was paid back; the object is the refund.', object: payment },
  'payment.voided': { when: 'A payment or refund was voided as a mistake.', object: payment },
  'parcel.created': {
    when: 'A parcel was booked, or a shipment was recorded by hand.',
    object: parcel,
    example: { answerOf: 'book_parcel' },
  },
  'parcel.updated': {
    when: 'Something that the API shows of a parcel changed: a report of its courier, or its cash.',
    object: parcel,
    example: { answerOf: 'record_parcel_pickup' },
  },
  'return.created': {
    when: 'A return of delivered goods was created.',
    object: customerReturn,
    example: { answerOf: 'create_return' },
  },
  'return.updated': {
    when: 'A return was received or cancelled, or its receipt was taken back.',
    object: customerReturn,
    example: { answerOf: 'receive_return' },
  },
  'payout.recorded': {
    when: 'A courier paid out cash that it had collected, for one parcel or many.',
    object: payout,
    example: { answerOf: 'record_payout' },
  },
  'customer.created': {
    when: 'A customer was created, alone or with an order.',
    object: customer,
    example: { answerOf: 'create_customer' },
  },
  'customer.updated': {
    when: 'A customer or one of their addresses changed.',
    object: customer,
    example: { answerOf: 'update_customer' },
  },
  'inventory.updated': {
    when: 'Stock was adjusted, or goods came back into stock. Reservations and sales of orders are reported by the events of the orders.',
    object: inventoryLevel,
    example: { answerOf: 'create_inventory_adjustment' },
  },
  'category.created': {
    when: 'A category was created.',
    object: category,
    example: { answerOf: 'create_category' },
  },
  'category.updated': { when: 'A category changed.', object: category, example: { answerOf: 'update_category' } },
  'brand.created': { when: 'A brand was created.', object: brand, example: { answerOf: 'create_brand' } },
  'brand.updated': { when: 'A brand changed.', object: brand, example: { answerOf: 'update_brand' } },
  'video.ready': {
    when: 'A video passed its check and can be shown.',
    object: videoUpload,
    example: { answerOf: 'get_video' },
  },
  'video.rejected': { when: 'A video broke a rule: `rejection` says which.', object: videoUpload },
  'job.finished': {
    when: 'A job ended: it finished, failed or was cancelled. Its lines are told as single calls are.',
    object: job,
    example: { answerOf: 'create_job' },
  },
  'export.finished': {
    when: 'An export ended: its file can be fetched, or it failed. The address of the file is at `GET /exports/{id}`.',
    object: exportRecord,
    example: { answerOf: 'get_export' },
  },
  'service.ping': {
    when: 'Staff, or the key of the endpoint, asked for a test delivery. It is sent only to this endpoint, whatever types it listens to.',
    object: z.object({ endpoint_id: id }),
  },
};

/** The body of a delivery. */
export function eventEnvelope(type: string): z.ZodObject {
  const { when, object, previous } = events[type]!;
  return z
    .object({
      id: id.describe('Id of the event: the same on every retry and redelivery, equal to the header `webhook-id`.'),
      type: z.literal(type),
      api_version: z
        .string()
        .regex(/^\d{4}-\d{2}$/)
        .describe('The version tag at the time the endpoint was created; it never changes for this endpoint.'),
      created_at: timestamp,
      company_id: id,
      store_id: id,
      test: z.boolean().describe('Whether it happened in a store to try in.'),
      sequence: z.int().describe('Increases within a store: of two events about one object, the higher one is newer.'),
      request_id: z.string().nullable().describe('The request that caused the event, or null.'),
      data: z.object({ object }),
      ...(previous && { previous: previous.optional() }),
    })
    .describe(when);
}

/** The types as a table in Markdown, for the guide. */
export const eventTable = (): string =>
  [
    '| type | sent when |',
    '|---|---|',
    ...Object.entries(events).map(([type, { when }]) => `| \`${type}\` | ${when} |`),
  ].join('\n');

/** A ping is for one endpoint alone. The same types as internal.readable_event_types gives a key with every scope. */
export const pulledTypes = Object.keys(events).filter((type) => type !== 'service.ping');

/** The longest time that a call may wait for an event. */
const longestWaitSeconds = 25;

const pulledEvent = z
  .object({
    id: id.describe('Id of the event, equal to the `webhook-id` of its deliveries.'),
    type: oneOf(...pulledTypes),
    api_version: z.string().describe('The current version tag, as that of a webhook endpoint created today.'),
    created_at: timestamp,
    company_id: id,
    store_id: id,
    test: z.boolean().describe('Whether it happened in a store to try in.'),
    sequence: z.int().describe('Increases from event to event.'),
    request_id: z.string().nullable().describe('The request that caused the event, or null.'),
    data: z.object({
      object: z.record(z.string(), z.unknown()).describe('The resource as the API showed it right after the change.'),
    }),
    previous: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('The old values of the fields that changed; only on some types.'),
  })
  .describe('What changed: the same as the body of its webhook, whose types are those of `webhooks` in this document.')
  .meta({ id: 'Event' });

export const eventOperations = {
  list_events: {
    method: 'GET',
    path: '/events',
    scopes: [],
    summary: 'List events',
    description: `Events of the last 30 days, oldest first, each the same as the body of its webhook: for programs that no webhook reaches. Pass the id of the last event you handled as \`starting_after\`: you miss none and get none twice. With \`wait\` an empty answer is held back until there is an event. A key gets the events whose objects its scopes may read (\`order.*\` needs \`orders:read\`, \`category.*\` and \`brand.*\` need \`products:read\`, \`video.*\` needs \`videos:write\`); a type that is asked for and that it may not read is answered with 403.`,
    input: z.strictObject({
      limit: pagination.limit,
      starting_after: uuid.optional().describe('The events after this one: the id of the last event you handled.'),
      created_after: instant
        .optional()
        .describe('Inclusive lower bound: to begin now, and not with the events of 30 days.'),
      types: z.array(z.enum(pulledTypes)).min(1).max(pulledTypes.length).optional().describe('Only these types.'),
      wait: z
        .int()
        .min(0)
        .max(longestWaitSeconds)
        .optional()
        .meta({ default: 0 })
        .describe('Seconds to wait for an event while there is none. The call counts as one read.'),
      store_id: narrowingStoreId.optional(),
    }),
    output: list(pulledEvent),
    status: 200,
    cost: 1,
    waits: true,
    errors: ['NOT_FOUND', 'FORBIDDEN_SCOPE'],
    tool: {
      title: 'List events',
      description:
        'What changed in the last 30 days, oldest first, none left out: pass the id of the last event you handled as `starting_after`. Begin with `created_after`. A key gets the events whose objects its scopes may read.',
      hints: { destructive: false, idempotent: true, openWorld: false },
    },
  },
  get_event: {
    method: 'GET',
    path: '/events/{id}',
    scopes: [],
    summary: 'Read an event',
    description:
      'One event of the last 30 days, the same as the body of its webhook. A key sees the events whose objects its scopes may read.',
    input: z.strictObject({ id: uuid.describe('Id of the event.'), store_id: narrowingStoreId.optional() }),
    output: pulledEvent,
    status: 200,
    cost: 1,
    errors: ['NOT_FOUND', 'FORBIDDEN_SCOPE'],
    tool: null,
  },
} satisfies Record<string, Operation>;

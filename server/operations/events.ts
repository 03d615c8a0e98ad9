// The types of events that are sent to webhook endpoints. The SQL function internal.event_types() has the same list; a test
// compares them. Types may be added, but not renamed, and their meaning does not change. spec: Events
import { z } from 'zod';
import { brand } from './brands.ts';
import { category } from './categories.ts';
import { customer } from './customers.ts';
import { inventoryLevel } from './inventory.ts';
import { job } from './jobs.ts';
import { order } from './orders.ts';
import { payment } from './payments.ts';
import { product } from './products.ts';
import { id, timestamp } from './schemas.ts';
import { videoUpload } from './videos.ts';

/** The tag of API behaviour that webhook endpoints are pinned to. spec: Versioning 5 */
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

const { status, payment_status, fulfillment_status, due_amount, follow_up_at } = order.shape;
const movedOrder = z
  .object({ status, payment_status, fulfillment_status, due_amount, follow_up_at })
  .partial()
  .describe('The old values of the fields that changed; absent when none of these changed.')
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
    when: 'An order changed: status, money, fulfilment, note or follow-up.',
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
  'service.ping': {
    when: 'A staff member asked for a test delivery. It is sent only to this endpoint, whatever types it listens to.',
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

// The types of events that webhook endpoints hear of. SQL knows the same list, internal.event_types(); a test compares.
// Names are added, never renamed or given another meaning. spec: Events
import { z } from 'zod';
import { brand } from './brands.ts';
import { category } from './categories.ts';
import { customer } from './customers.ts';
import { inventoryLevel } from './inventory.ts';
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
  /** What `previous` may hold, where something moved. */
  previous?: z.ZodObject;
  /** The operation whose recorded answer is the example, and the `previous` beside it. */
  example?: { answerOf: string; previous?: object };
};

const { status, payment_status, fulfillment_status, due_amount, follow_up_at } = order.shape;
const movedOrder = z
  .object({ status, payment_status, fulfillment_status, due_amount, follow_up_at })
  .partial()
  .describe('The former values of those among these fields that changed; absent when none did.')
  .meta({ id: 'PreviousOrder' });

export const events: Record<string, EventType> = {
  'product.created': {
    when: 'A product was created.',
    object: product,
    example: { answerOf: 'create_product' },
  },
  'product.updated': {
    when: 'A product changed as the API shows it, or a video placed on it became ready.',
    object: product,
    example: { answerOf: 'update_product' },
  },
  'product.archived': {
    when: 'A product was archived.',
    object: product,
    example: { answerOf: 'archive_product' },
  },
  'order.created': {
    when: 'An order was placed, through whichever door.',
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
    when: 'An order was cancelled, by somebody or because its time to be paid ran out.',
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
    when: 'A customer was created, by itself or with an order.',
    object: customer,
    example: { answerOf: 'create_customer' },
  },
  'customer.updated': {
    when: 'A customer or an address of theirs changed.',
    object: customer,
    example: { answerOf: 'update_customer' },
  },
  'inventory.updated': {
    when: 'Stock was adjusted, or goods came back to a shelf. What orders reserve and sell is told by their own events.',
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
  'service.ping': {
    when: 'Somebody asked for a test delivery. It goes to that endpoint alone, whatever it listens to.',
    object: z.object({ endpoint_id: id }),
  },
};

/** The body of a delivery. */
export function eventEnvelope(type: string): z.ZodObject {
  const { when, object, previous } = events[type]!;
  return z
    .object({
      id: id.describe('The event: the same on every retry and redelivery, and equal to the header `webhook-id`.'),
      type: z.literal(type),
      api_version: z
        .string()
        .regex(/^\d{4}-\d{2}$/)
        .describe('The tag that the endpoint was created under; it never changes for this endpoint.'),
      created_at: timestamp,
      company_id: id,
      store_id: id,
      sequence: z.int().describe('Rises within a store: of two events about one object the higher is the newer.'),
      request_id: z.string().nullable().describe('The request that caused it; null when none did.'),
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

import { z } from 'zod';
import { id, instant, isGiven, list, oneOf, pageOf, rule, timestamp, uuid } from './schemas.ts';
import type { Operation } from './types.ts';

/** Those that internal.record_scopes gives a scope. */
const recordTypes = [
  'attribute',
  'attribute_value',
  'brand',
  'category',
  'channel',
  'courier',
  'customer',
  'customer_address',
  'location',
  'order',
  'order_item',
  'parcel',
  'payment',
  'payment_method',
  'payout',
  'product',
  'product_category',
  'product_image',
  'return',
  'return_line',
  'store',
  'variant',
  'variant_option',
  'video_placement',
] as const;

const values = z.record(z.string(), z.unknown()).nullable();

const change = z
  .object({
    id,
    created_at: timestamp,
    actor: z
      .object({ type: oneOf('api_key', 'staff', 'system', 'operator', 'release'), id: id.nullable(), name: z.string() })
      .describe('Who did it, by the name of then.'),
    operation: z.string().nullable().describe('What was asked for; null for what was done by hand.'),
    request_id: z.string().nullable().describe('`X-Request-Id` of the request that did it.'),
    store_id: id.nullable().describe('Null for records of the company as a whole.'),
    record_type: oneOf(...recordTypes),
    record_id: id.describe('Id of the record; where it has none of its own, of what it is a part of.'),
    part: z.string().nullable().describe('Tells it from others with this id, such as the category of a product.'),
    parent_id: id.nullable().describe('What it belongs to: of a variant its product, of a payment its order.'),
    action: oneOf('insert', 'update', 'delete', 'baseline').describe(
      '`baseline`: the record was there when its journal began.',
    ),
    before: values.describe('The columns that changed, as they were; of a deleted record all.'),
    after: values.describe('The columns that changed, as they are since; of a new record all.'),
  })
  .describe('A change of a record.')
  .meta({ id: 'Change' });

const filters = pageOf({
  record_type: z.enum(recordTypes).optional().describe('Changes of records of this type.'),
  record_id: uuid.optional().describe('Changes of this record; with `record_type`.'),
  actor_type: z.enum(['api_key', 'staff']).optional().describe('With `actor_id`.'),
  actor_id: uuid.optional().describe('What this key or staff member changed; with `actor_type`.'),
  created_after: instant.optional().describe('Inclusive lower bound.'),
  created_before: instant.optional().describe('Exclusive upper bound.'),
}).check(
  rule('record_type', 'required.with', (q) => !isGiven(q.record_id) || q.record_type !== undefined, {
    other: 'record_id',
  }),
  rule('actor_type', 'required.with', (q) => !isGiven(q.actor_id) || q.actor_type !== undefined, {
    other: 'actor_id',
  }),
  rule('actor_id', 'required.with', (q) => q.actor_type === undefined || isGiven(q.actor_id), {
    other: 'actor_type',
  }),
);

export const changeOperations = {
  list_changes: {
    method: 'GET',
    path: '/changes',
    scopes: ['changes:read'],
    summary: 'List changes',
    description:
      'Who changed which record, by which operation, from what to what: the journal, newest first. A key is shown the changes of records that its other scopes read: prices with `products:read`, addresses with `customers:read`. A store key sees its store, a company key also what belongs to the company as a whole. `before` and `after` have the columns as they are stored, without costs; of a secret, that it changed. Of an order it tells what was edited; its way from status to status is told by its events.',
    input: filters,
    output: list(change),
    status: 200,
    cost: 1,
    errors: ['NOT_FOUND'],
    tool: {
      title: 'List changes',
      description: 'Who changed which record, and from what to what. Without costs.',
      hints: { destructive: false, idempotent: true, openWorld: false },
    },
  },
} satisfies Record<string, Operation>;

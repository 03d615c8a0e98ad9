import { z } from 'zod';
import { id, instant, list, oneOf, pageOf, text, timestamp, uuid, writeTo } from './schemas.ts';
import type { Operation } from './types.ts';

export const callOutcomes = [
  'confirmed',
  'no_answer',
  'switched_off',
  'wrong_number',
  'will_call_back',
  'refused',
  'asked_to_change',
] as const;

export const orderCall = z
  .object({
    id,
    store_id: id,
    order_id: id,
    attempt: z.int().describe('The first call about the order is 1, the next one 2.'),
    outcome: oneOf(...callOutcomes),
    note: z.string().nullable(),
    next_call_at: timestamp
      .nullable()
      .describe('When to call again, as said then; now `follow_up_at` of the order holds.'),
    actor: z.object({ type: oneOf('api_key', 'staff', 'system'), id: id.nullable(), name: z.string() }),
    created_at: timestamp,
  })
  .describe('A call to the customer of an order, never changed.')
  .meta({ id: 'OrderCall' });

export const callOperations = {
  list_order_calls: {
    method: 'GET',
    path: '/orders/{id}/calls',
    scopes: ['orders:read'],
    summary: 'List the calls about an order',
    description: 'The calls to the customer about one order, newest first.',
    input: pageOf({ id: uuid.describe('Id of the order.') }),
    output: list(orderCall),
    status: 200,
    cost: 1,
    errors: ['NOT_FOUND'],
    tool: null,
  },
  record_call: {
    method: 'POST',
    path: '/orders/{id}/calls',
    scopes: ['orders:write'],
    summary: 'Record a call',
    description:
      'Records a call to the customer of an order, in any status. It changes no status: a confirmed order is moved with `PATCH /orders/{id}/status`. `next_call_at` becomes `follow_up_at` of the order; without it, `follow_up_at` stays.',
    input: z.strictObject({
      ...writeTo('order'),
      outcome: z.enum(callOutcomes).describe('What came of the call.'),
      note: text(2000).nullish().describe('What was said.'),
      next_call_at: instant.nullish().describe('When to call again.'),
    }),
    output: orderCall,
    status: 201,
    writes: 'order',
    idempotency: 'optional',
    cost: 1,
    errors: ['NOT_FOUND'],
    tool: {
      title: 'Record a call',
      description:
        'Records a call that was made to the customer of an order; it makes no call and changes no status. Then move the order with `update_order_status`. `next_call_at` becomes `follow_up_at` of the order.',
      hints: { destructive: false, idempotent: true, openWorld: false },
    },
  },
} satisfies Record<string, Operation>;

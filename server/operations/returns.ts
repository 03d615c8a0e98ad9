import { z } from 'zod';
import { orderLines, receivedLines } from './parcels.ts';
import { byId, byShopper, id, list, oneOf, pageOf, text, timestamp, updatedAfter, uuid, writeTo } from './schemas.ts';
import type { Operation } from './types.ts';

const returnStatuses = ['requested', 'received', 'cancelled'] as const;

export const customerReturn = z
  .object({
    id,
    store_id: id,
    order_id: id,
    order_number: z.string().meta({ examples: ['ORD-20261121-1042'] }),
    number: z.string().meta({ examples: ['RET-20261121-1042-1'] }),
    status: oneOf(...returnStatuses),
    reason: z.string().nullable().describe(byShopper),
    lines: z.array(
      z.object({
        order_item_id: id,
        sku: z.string(),
        quantity: z.int().describe('Units asked back.'),
        sellable_quantity: z.int().describe('Units received that can be sold again.'),
        damaged_quantity: z.int().describe('Units received that cannot.'),
      }),
    ),
    received_at: timestamp.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .describe('Goods of a delivered order that its customer gives back.')
  .meta({ id: 'Return' });

export const returnOperations = {
  list_returns: {
    method: 'GET',
    path: '/returns',
    scopes: ['returns:read'],
    summary: 'List returns',
    description: 'Returns of customers, newest first, of every status unless filtered.',
    input: pageOf({
      status: z.enum(returnStatuses).optional().describe('Only returns of this status.'),
      order_id: uuid.optional().describe('Only returns of this order.'),
      updated_after: updatedAfter.optional(),
    }),
    output: list(customerReturn),
    status: 200,
    cost: 1,
    errors: ['NOT_FOUND'],
    tool: null,
  },
  create_return: {
    method: 'POST',
    path: '/orders/{id}/returns',
    scopes: ['returns:write'],
    summary: 'Create a return',
    description:
      'Says that the customer of a delivered order gives goods back. Stock and money do not change until the return is received. At most what the customer has, minus what open returns already ask for.',
    input: z.strictObject({
      ...writeTo('order'),
      lines: orderLines.min(1).describe('What comes back.'),
      reason: text(2000).optional(),
    }),
    output: customerReturn,
    status: 201,
    writes: 'order',
    idempotency: 'required',
    cost: 1,
    errors: ['NOT_FOUND', 'CONFLICT', 'INVALID_STATUS_TRANSITION'],
    tool: {
      title: 'Create a return',
      description:
        'The customer of a delivered order gives goods back: nothing else changes until `receive_return`. Item ids are those of `get_order`.',
      hints: { destructive: false, idempotent: true, openWorld: false },
    },
  },
  receive_return: {
    method: 'POST',
    path: '/returns/{id}/receive',
    scopes: ['returns:write', 'inventory:write'],
    summary: 'Receive a return',
    description:
      'Records which goods of a return arrived: sellable ones are in stock again, damaged ones are booked as a loss; what did not arrive stays with the customer. The return is over. An order that came back whole becomes `returned`. Money goes back by a refund.',
    input: z.strictObject({
      ...writeTo('return'),
      lines: receivedLines('All goods of the return came back sellable.'),
    }),
    output: customerReturn,
    status: 200,
    writes: 'return',
    idempotency: 'required',
    cost: 1,
    errors: ['NOT_FOUND', 'CONFLICT'],
    tool: {
      title: 'Receive a return',
      description: 'The goods of a return arrived; each line is sellable or damaged. Then `record_refund`.',
      hints: { destructive: false, idempotent: true, openWorld: false },
    },
  },
  get_return: {
    method: 'GET',
    path: '/returns/{id}',
    scopes: ['returns:read'],
    summary: 'Read a return',
    description: 'One return with its lines.',
    input: byId('return'),
    output: customerReturn,
    status: 200,
    cost: 1,
    conditional: true,
    errors: ['NOT_FOUND'],
    tool: null,
  },
} satisfies Record<string, Operation>;

// Tools that answer in one call what REST answers in several. They hold no rules of their own: the SQL function puts
// together what the operations it names give.
import { z } from 'zod';
import { customer } from './customers.ts';
import { order } from './orders.ts';
import { byId, instant, list, pageOf, uuid } from './schemas.ts';
import type { Composition } from './types.ts';

export const customerSummary = z
  .object({
    customer: customer.describe('With addresses and stats.'),
    recent_orders: z.array(order).describe('Latest first, with items.'),
  })
  .meta({ id: 'CustomerSummary' });

export const compositions: Record<string, Composition> = {
  get_customer_summary: {
    composes: ['get_customer', 'list_orders'],
    method: 'GET',
    scopes: ['customers:read', 'orders:read'],
    summary: 'Read a customer with statistics and latest orders',
    description:
      'A customer with every saved address, what was ordered, spent and sent back in all, and the latest orders with their items.',
    input: byId('customer').extend({
      limit: z.int().min(1).max(20).default(5).describe('How many orders.'),
    }),
    output: customerSummary,
    status: 200,
    cost: 5,
    errors: ['NOT_FOUND'],
    tool: {
      title: 'Summarise a customer',
      description:
        'A customer with addresses, statistics and the latest orders with their items, in one call. Find the id with `list_customers`. Counts as 5 reads: where the profile alone is wanted, use `get_customer`.',
      hints: { destructive: false, idempotent: true, openWorld: false },
    },
  },
  list_due_follow_ups: {
    composes: ['list_orders'],
    method: 'GET',
    scopes: ['orders:read'],
    summary: 'List the call-backs that are due',
    description:
      'The call-back queue: orders in status `follow_up` whose `follow_up_at` has passed, oldest order first, each with its customer to call.',
    input: pageOf({
      sort: z
        .enum(['created_at', '-created_at'])
        .optional()
        .meta({ default: 'created_at' })
        .describe('`created_at` is oldest first.'),
      follow_up_before: instant
        .optional()
        .describe('Due before this moment; now when absent. Name a later one to plan ahead.'),
      assignee_id: uuid.optional().describe('Only what this staff member is in charge of.'),
    }),
    output: list(order),
    status: 200,
    cost: 1,
    errors: ['NOT_FOUND'],
    tool: {
      title: 'List due call-backs',
      description:
        'The call-back queue: orders in status `follow_up` whose `follow_up_at` has passed, oldest order first, each with its customer to call. After the call: `update_order_status` to `confirmed` or `cancelled`, or `update_order` with a new `follow_up_at`.',
      hints: { destructive: false, idempotent: true, openWorld: false },
    },
  },
};

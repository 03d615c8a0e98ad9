import { z } from 'zod';
import { id, list, oneOf, pageOf, timestamp } from './schemas.ts';
import type { Operation } from './types.ts';

export const channel = z
  .object({
    id,
    store_id: id,
    type: oneOf('manual', 'storefront', 'social', 'marketplace', 'pos'),
    name: z.string(),
    slug: z.string().describe('The stable key of the channel, for filters and new orders.'),
    status: oneOf('active', 'inactive'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .describe('Where orders of a store come from.')
  .meta({ id: 'Channel' });

export const channelOperations = {
  list_channels: {
    method: 'GET',
    path: '/channels',
    scopes: ['channels:read'],
    summary: 'List sales channels',
    description: 'The sales channels of the stores this key sees, newest first.',
    input: pageOf({}),
    output: list(channel),
    status: 200,
    cost: 1,
    errors: ['NOT_FOUND'],
    tool: {
      title: 'List sales channels',
      description: 'Where orders come from. Orders and reports use the `slug` of a channel.',
      hints: { destructive: false, idempotent: true, openWorld: false },
    },
  },
} satisfies Record<string, Operation>;

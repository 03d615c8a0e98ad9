import { z } from 'zod';
import { byId, id, list, oneOf, pageOf, timestamp } from './schemas.ts';
import type { Operation } from './types.ts';

export const location = z
  .object({
    id,
    company_id: id,
    name: z.string(),
    code: z.string(),
    address: z.string().nullable(),
    status: oneOf('active', 'inactive'),
    is_default: z.boolean().describe('Orders without a location take stock from this one.'),
    latitude: z.string().nullable(),
    longitude: z.string().nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .describe('A warehouse of the company.')
  .meta({ id: 'Location' });

export const locationOperations = {
  list_locations: {
    method: 'GET',
    path: '/locations',
    scopes: ['locations:read'],
    summary: 'List locations',
    description: 'The warehouses of the company, newest first. `store_id` is checked but does not filter the list.',
    input: pageOf({}),
    output: list(location),
    status: 200,
    cost: 1,
    errors: ['NOT_FOUND'],
    tool: {
      title: 'List locations',
      description:
        'The warehouses of the company: the `location_id` of stock tools and orders. `is_default` marks the one that orders without a location use.',
      hints: { destructive: false, idempotent: true, openWorld: false },
    },
  },
  get_location: {
    method: 'GET',
    path: '/locations/{id}',
    scopes: ['locations:read'],
    summary: 'Read a location',
    description: 'One warehouse of the company.',
    input: byId('location'),
    output: location,
    status: 200,
    cost: 1,
    conditional: true,
    errors: ['NOT_FOUND'],
    tool: null,
  },
} satisfies Record<string, Operation>;

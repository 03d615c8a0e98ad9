import { z } from 'zod';
import { id, oneOf, timestamp } from './schemas.ts';
import type { Operation } from './types.ts';

export const me = z
  .object({
    key: z.object({
      id,
      name: z.string(),
      type: oneOf('store', 'company'),
      prefix: z.string().describe('The first characters of the key, for recognising it.'),
      last4: z.string(),
      scopes: z.array(z.string()),
      expires_at: timestamp.nullable(),
      created_at: timestamp,
    }),
    company: z.object({ id, name: z.string() }),
    stores: z.array(z.object({ id, name: z.string() })).describe('Every live store this key sees.'),
    rate_limits: z.object({ reads_per_minute: z.int(), writes_per_minute: z.int() }),
  })
  .describe('The calling key, whom it belongs to, and its limits. Holds no secret.')
  .meta({ id: 'Me' });

export const meOperations = {
  get_me: {
    method: 'GET',
    path: '/me',
    scopes: [],
    summary: 'Describe the calling key',
    description:
      'The calling key with its type, scopes and expiry, its company, the stores it sees and its limits a minute. Any valid key may ask; call it first to learn which `store_id` values exist.',
    input: z.strictObject({}),
    output: me,
    status: 200,
    cost: 1,
    errors: [],
    tool: {
      title: 'Describe this API key',
      description:
        'Call this first. Tells what this key is: its company, the stores it sees (their ids are the `store_id` of other tools), its scopes, expiry and limits a minute. If a tool you expect is missing, the scope for it is missing here.',
      hints: { destructive: false, idempotent: true, openWorld: false },
    },
  },
} satisfies Record<string, Operation>;

import { z } from 'zod';
import { id, oneOf, timestamp } from './schemas.ts';
import type { Operation } from './types.ts';

export const me = z
  .object({
    key: z.object({
      id,
      name: z.string(),
      type: oneOf('store', 'company'),
      prefix: z.string().describe('The first characters of the key, to recognise it.'),
      last4: z.string(),
      scopes: z.array(z.string()),
      expires_at: timestamp.nullable(),
      created_at: timestamp,
    }),
    company: z.object({ id, name: z.string() }),
    stores: z.array(z.object({ id, name: z.string() })).describe('Every active store that this key can see.'),
    test: z.boolean().describe('Whether it is the key of a store to try in.'),
    rate_limits: z.object({ reads_per_minute: z.int(), writes_per_minute: z.int() }),
    jobs: z
      .object({
        lines_per_day: z.int().nullable().describe('Null without limit.'),
        lines_used_today: z.int().describe('By the company, on this UTC day.'),
      })
      .describe('Lines of jobs.'),
  })
  .describe('The calling key, its company and its limits. Contains no secret.')
  .meta({ id: 'Me' });

export const meOperations = {
  get_me: {
    method: 'GET',
    path: '/me',
    scopes: [],
    summary: 'Describe the calling key',
    description:
      'The calling key with its type, scopes and expiry, its company, the stores it can see, its limits per minute and the lines of jobs per day. Every valid key may call this. Call it first to get the possible values of `store_id`.',
    input: z.strictObject({}),
    output: me,
    status: 200,
    cost: 1,
    errors: [],
    tool: {
      title: 'Describe this API key',
      description:
        'Call this first. Describes this key: its company, the stores it can see (their ids are the `store_id` of other tools), its scopes, expiry and limits per minute. If an expected tool is missing, its scope is missing here.',
      hints: { destructive: false, idempotent: true, openWorld: false },
    },
  },
} satisfies Record<string, Operation>;

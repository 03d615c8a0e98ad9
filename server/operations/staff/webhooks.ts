import { z } from 'zod';
import { uuid } from '../schemas.ts';
import { webhookOperations } from '../webhooks.ts';
import { type StaffInput, seen, which, word } from './types.ts';

const permission = 'developer.manage';

const { url, description } = webhookOperations.create_webhook_endpoint.input.shape;
/** Which there are says internal.event_types(). */
const event_types = z.array(z.string()).optional();

export const webhookInputs = {
  create_webhook_endpoint: {
    permission,
    input: z.strictObject({ store_id: uuid, url, event_types, description }),
    takes: 'arguments',
  },
  update_webhook_endpoint: {
    permission,
    input: z.strictObject({
      endpoint_id: which('webhook endpoint'),
      url: url.optional(),
      event_types,
      description,
      status: word.optional(),
      expected_updated_at: seen,
    }),
    takes: 'arguments',
  },
} satisfies Record<string, StaffInput>;

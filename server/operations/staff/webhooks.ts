import { z } from 'zod';
import { uuid } from '../schemas.ts';
import { remark, type StaffInput, seen, which, word } from './types.ts';

const permission = 'developer.manage';

/** Its form is a rule of internal.check_webhook_url, which knows what may be called. */
const url = z.string().max(2000);
/** Which there are says internal.event_types(). */
const event_types = z.array(z.string()).optional();
const description = remark(500);

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

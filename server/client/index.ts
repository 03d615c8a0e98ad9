// The client with the types of your service; `npm run types` writes types.d.ts anew from it.
import { createHaatClient, type EventOf, verifyWebhook as verify } from './client.ts';
import type { paths, webhooks } from './types.ts';

export {
  type EventOptions,
  HaatError,
  type HaatOptions,
  type JobResult,
  type JobResultOptions,
  type WebhookHeaders,
} from './client.ts';
export type { components, paths, webhooks } from './types.ts';

export type HaatEvent = EventOf<webhooks>;

export const createHaat = createHaatClient<paths, webhooks>;

export const verifyWebhook = verify<HaatEvent>;

// Webhook endpoints that a key makes for itself. Those of staff are made in the admin (staff.create_webhook_endpoint).
import { z } from 'zod';
import { events } from './events.ts';
import { byId, id, list, oneOf, pageOf, storeId, text, timestamp, uuid, writeTo } from './schemas.ts';
import type { Operation } from './types.ts';

const statuses = ['active', 'disabled'] as const;
const deliveryStatuses = ['pending', 'sending', 'delivered', 'failed', 'held'] as const;

const endpoint = z.object({
  id,
  store_id: id,
  url: z.string(),
  description: z.string().nullable(),
  event_types: z.array(oneOf('*', ...Object.keys(events))),
  api_version: z.string().describe('The version tag of its creation; it never changes.'),
  status: oneOf(...statuses),
  disabled_reason: oneOf('staff', 'integration', 'gone', 'failing', 'key_gone')
    .nullable()
    .describe(
      'Why it is disabled. `staff`: by staff. `integration`: by this key. `gone`: it answered 410. `failing`: five days of nothing but failures. `key_gone`: the keys that it belongs to are revoked or expired.',
    ),
  disabled_at: timestamp.nullable(),
  failing_since: timestamp.nullable().describe('The first failure since the last success.'),
  last_success_at: timestamp.nullable(),
  previous_secret_expires_at: timestamp
    .nullable()
    .describe('Until then the secret before the last rotation signs too.'),
  created_at: timestamp,
  updated_at: timestamp,
});

export const webhookEndpoint = endpoint
  .describe('A URL that the events of a store are sent to. A key sees those that it made, or keys of its rotations.')
  .meta({ id: 'WebhookEndpoint' });

const withSecret = endpoint
  .extend({
    secret: z
      .string()
      .nullable()
      .describe('Signs the deliveries. It is shown this once: null in a replay. Lost, it is rotated.'),
  })
  .meta({ id: 'WebhookEndpointWithSecret' });

const delivery = z
  .object({
    id,
    store_id: id,
    endpoint_id: id,
    event_id: id.describe('Id of the event: `webhook-id` of the request, and `GET /events/{id}`.'),
    event_type: oneOf(...Object.keys(events)),
    status: oneOf(...deliveryStatuses).describe(
      '`failed`: every try is used up. `held`: the endpoint was disabled before it was sent.',
    ),
    attempts: z.int(),
    last_attempt: z
      .object({
        attempt: z.int(),
        outcome: oneOf('delivered', 'rejected', 'timeout', 'unreachable', 'refused', 'lost'),
        response_status: z.int().nullable(),
        error: z.string().nullable(),
        duration_ms: z.int().nullable(),
        created_at: timestamp,
      })
      .nullable(),
    next_attempt_at: timestamp.nullable(),
    finished_at: timestamp.nullable(),
    created_at: timestamp,
  })
  .describe('One event on its way to one endpoint. Kept 30 days.')
  .meta({ id: 'WebhookDelivery' });

const url = z.string().max(2000).describe('Where events are POSTed: https, and no private address.');
const eventTypes = z
  .array(z.enum(['*', ...Object.keys(events)]))
  .min(1)
  .max(100)
  .describe('Types of events whose objects the key may read. `["*"]`: all that it may read, later types too.');
const description = text(500).nullish();

export const webhookOperations = {
  list_webhook_endpoints: {
    method: 'GET',
    path: '/webhook-endpoints',
    scopes: ['webhooks:read'],
    summary: 'List webhook endpoints',
    description: 'The endpoints that this key made, or keys of its rotations, newest first. Those of staff are theirs.',
    input: pageOf({ status: z.enum(statuses).optional().describe('Only endpoints of this status.') }),
    output: list(webhookEndpoint),
    status: 200,
    cost: 1,
    errors: ['NOT_FOUND'],
    tool: null,
  },
  create_webhook_endpoint: {
    method: 'POST',
    path: '/webhook-endpoints',
    scopes: ['webhooks:write'],
    summary: 'Create a webhook endpoint',
    description:
      'Has the events of a store sent to a URL. The answer has the signing secret, this once. The endpoint is sent what the key may read: it needs the read scope of each type that it names. It stays with the keys that replace this one, and is disabled when none is good any more. A store has at most 20 endpoints of keys.',
    input: z.strictObject({
      store_id: storeId.optional(),
      url,
      event_types: eventTypes.default(['*']),
      description,
    }),
    output: withSecret,
    status: 201,
    idempotency: 'optional',
    bulk: false,
    webhook: 'create',
    cost: 1,
    errors: ['NOT_FOUND', 'CONFLICT', 'FORBIDDEN_SCOPE'],
    tool: null,
  },
  get_webhook_endpoint: {
    method: 'GET',
    path: '/webhook-endpoints/{id}',
    scopes: ['webhooks:read'],
    summary: 'Read a webhook endpoint',
    description: 'One endpoint of this key, and how it does. Its secret is not shown again.',
    input: byId('webhook endpoint'),
    output: webhookEndpoint,
    status: 200,
    cost: 1,
    conditional: true,
    errors: ['NOT_FOUND'],
    tool: null,
  },
  update_webhook_endpoint: {
    method: 'PATCH',
    path: '/webhook-endpoints/{id}',
    scopes: ['webhooks:write'],
    summary: 'Update a webhook endpoint',
    description:
      'Changes the fields that are sent; null clears the description. Secret and version tag stay. While it is disabled it misses events. What staff disabled only they enable again: 409.',
    input: z.strictObject({
      ...writeTo('webhook endpoint'),
      url: url.optional(),
      event_types: eventTypes.optional(),
      description,
      status: z.enum(statuses).optional().describe('`disabled` stops the deliveries, `active` starts them again.'),
    }),
    output: webhookEndpoint,
    status: 200,
    writes: 'webhook_endpoint',
    idempotency: 'optional',
    bulk: false,
    webhook: 'check',
    cost: 1,
    errors: ['NOT_FOUND', 'CONFLICT', 'FORBIDDEN_SCOPE'],
    tool: null,
  },
  rotate_webhook_secret: {
    method: 'POST',
    path: '/webhook-endpoints/{id}/rotate-secret',
    scopes: ['webhooks:write'],
    summary: 'Rotate the secret of a webhook endpoint',
    description:
      'Makes a new signing secret, shown in this answer alone. For 24 hours each delivery has two signatures, by the new secret and the one before.',
    input: z.strictObject(writeTo('webhook endpoint')),
    output: withSecret,
    status: 200,
    writes: 'webhook_endpoint',
    idempotency: 'optional',
    bulk: false,
    webhook: 'rotate',
    cost: 1,
    errors: ['NOT_FOUND'],
    tool: null,
  },
  send_webhook_ping: {
    method: 'POST',
    path: '/webhook-endpoints/{id}/test',
    scopes: ['webhooks:write'],
    summary: 'Test a webhook endpoint',
    description: 'Sends a `service.ping` to the endpoint, signed, retried and logged like any event.',
    input: z.strictObject(writeTo('webhook endpoint')),
    output: delivery,
    status: 201,
    writes: 'webhook_endpoint',
    idempotency: 'optional',
    bulk: false,
    cost: 1,
    errors: ['NOT_FOUND', 'CONFLICT'],
    tool: null,
  },
  delete_webhook_endpoint: {
    method: 'DELETE',
    path: '/webhook-endpoints/{id}',
    scopes: ['webhooks:write'],
    summary: 'Remove a webhook endpoint',
    description: 'Nothing is sent to it any more. Its deliveries go with it.',
    input: z.strictObject(writeTo('webhook endpoint')),
    output: z.object({ id, deleted: z.literal(true) }),
    status: 200,
    writes: 'webhook_endpoint',
    idempotency: 'optional',
    bulk: false,
    cost: 1,
    errors: ['NOT_FOUND'],
    tool: null,
  },
  list_webhook_deliveries: {
    method: 'GET',
    path: '/webhook-endpoints/{id}/deliveries',
    scopes: ['webhooks:read'],
    summary: 'List the deliveries of a webhook endpoint',
    description: 'What was sent to an endpoint of this key in the last 30 days, or is to be sent, newest first.',
    input: pageOf({
      id: uuid.describe('Id of the webhook endpoint.'),
      status: z.enum(deliveryStatuses).optional().describe('Only deliveries of this status.'),
    }),
    output: list(delivery),
    status: 200,
    cost: 1,
    errors: ['NOT_FOUND'],
    tool: null,
  },
} satisfies Record<string, Operation>;

// The requests that the service sends: `webhooks` of OpenAPI, made from the list of events, so that receivers can be
// generated like clients.
import type { z } from 'zod';
import type { oas31, ZodOpenApiPathItemObject } from 'zod-openapi';
import { apiVersion, eventEnvelope, events } from '../operations/events.ts';
import { sample } from './samples.ts';
import { pascal } from './schemas.ts';

export const eventsTag = {
  name: 'Webhooks',
  description:
    'What the service POSTs to the webhook endpoints of a store, signed by the rules of [Standard Webhooks](https://www.standardwebhooks.com); see [the guide](/docs/webhooks). New types may be added: answer 2xx to those you do not know.',
};

const nameOf = (type: string) => `${pascal(type.replace('.', '_'))}Event`;

export const eventSchemas = (): Record<string, z.ZodType> =>
  Object.fromEntries(Object.keys(events).map((type) => [nameOf(type), eventEnvelope(type)]));

export const eventHeaders: Record<string, oas31.ParameterObject> = {
  WebhookId: {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: 'The id of the event, the same on every retry and redelivery: drop what you have handled.',
    schema: { type: 'string', format: 'uuid' },
  },
  WebhookTimestamp: {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description: 'When this attempt was sent, in Unix seconds. Refuse what is more than five minutes off.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
  },
  WebhookSignature: {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description:
      '`v1,` and the HMAC-SHA256 in base64 of `<webhook-id>.<webhook-timestamp>.<body>`, by the secret of the endpoint. For 24 hours after a rotation there are two, with a blank between: one that fits is enough.',
    schema: { type: 'string', pattern: '^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)?$' },
  },
  WebhookApiVersion: {
    name: 'X-Service-Api-Version',
    in: 'header',
    required: true,
    description: 'The tag that the endpoint was created under, as `api_version` in the body.',
    schema: { type: 'string', pattern: '^\\d{4}-\\d{2}$' },
  },
};

export function webhooks(): Record<string, ZodOpenApiPathItemObject> {
  return Object.fromEntries(
    Object.entries(events).map(([type, { when }]) => [
      type,
      {
        post: {
          operationId: `receive_${type.replace('.', '_')}`,
          tags: [eventsTag.name],
          summary: type,
          description: when,
          // The signature replaces a key.
          security: [],
          parameters: [
            ...Object.keys(eventHeaders).map((name) => ({ $ref: `#/components/parameters/${name}` })),
            {
              name: 'X-Service-Event',
              in: 'header',
              required: true,
              description: 'The type of the event, as `type` in the body.',
              schema: { type: 'string', const: type },
            },
          ],
          requestBody: {
            required: true,
            content: {
              'application/json': { schema: { $ref: `#/components/schemas/${nameOf(type)}` }, ...exampleOf(type) },
            },
          },
          responses: {
            '2XX': { description: 'Within 15 seconds: you have it.' },
            '410': { description: 'Switches the endpoint off.' },
            default: { description: 'Anything else is tried again, ten attempts in all.' },
          },
        },
      },
    ]),
  );
}

function exampleOf(type: string): { example?: unknown } {
  const { example } = events[type]!;
  if (!example) return {};
  const object = sample(example.answerOf).answer as Record<string, string>;
  return {
    example: {
      id: '019a8f5e-6c1e-7c3a-9d0e-3b2f8c1d4e5f',
      type,
      api_version: apiVersion,
      created_at: object.updated_at ?? object.created_at,
      company_id: '0198c5a0-51d2-7f0b-8a39-1f6a7f0f6f10',
      store_id: object.store_id,
      test: false,
      sequence: 4711,
      request_id: '6f1c2a0e-51d2-4f0b-8a39-1f6a7f0f6f10',
      data: { object },
      ...(example.previous && { previous: example.previous }),
    },
  };
}

// The answers of an operation: its result, and all its error codes by status.
import type { oas31, ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { isTagged } from '../operations/index.ts';
import type { Operation } from '../operations/types.ts';
import { codeMeanings, failuresOf } from './errors.ts';
import { idOf } from './field-samples.ts';
import { errorEnvelope, type NamedSchemas } from './schemas.ts';

const text = { type: 'string' } as const;
const count = { type: 'integer', minimum: 0 } as const;

export const headers: Record<string, oas31.HeaderObject> = {
  'X-Request-Id': { description: 'Id of this request: yours, or one made here.', required: true, schema: text },
  'X-RateLimit-Limit': { description: 'Calls a minute of this bucket (reads or writes).', schema: count },
  'X-RateLimit-Remaining': { description: 'What is left of them in the running minute.', schema: count },
  'X-RateLimit-Reset': { description: 'When the next minute begins, in Unix seconds.', schema: count },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
  'Idempotent-Replayed': {
    description: '`true` when this is the answer to an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', const: 'true' },
  },
  'WWW-Authenticate': { description: '`Bearer`.', schema: text },
  Age: { description: 'How many seconds ago the answer was computed.', schema: count },
  ETag: {
    description:
      'Changes whenever the answer does. Send it back in `If-None-Match`, and that of one record in `If-Match` when you write it.',
    schema: text,
  },
  'Cache-Control': { description: 'How long the answer may be kept.', schema: text },
  Deprecation: { description: '`@` and the Unix second since which the endpoint is deprecated.', schema: text },
  Sunset: { description: 'The HTTP date at which the endpoint is shut down.', schema: text },
  Link: { description: 'With `rel="deprecation"`: what to use instead.', schema: text },
};

const refer = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const rateHeaders = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];

/** What says more than its code: which fields, and what would be taken. */
const refusals: Record<string, { message: string; fields: Record<string, unknown[]> }> = {
  VALIDATION_ERROR: {
    message: 'Some fields are not valid: items.0.quantity.',
    fields: { 'items.0.quantity': ['must be at least 1'] },
  },
  INSUFFICIENT_STOCK: {
    message: 'Not enough stock for this order.',
    fields: {
      items: [{ sku: 'SAR-BTK-IND', line: 0, available: 23, requested: 500, variant_id: idOf('variant') }],
    },
  },
  INVALID_STATUS_TRANSITION: {
    message: 'An order that is pending cannot become delivered.',
    fields: { status: ['may become cancelled, confirmed, follow_up, hold, processing, spam'] },
  },
  CONFLICT: {
    message: 'A SKU is already taken by another variant of the store.',
    fields: { 'variants.0.sku': ['SAR-BTK-IND is already taken'] },
  },
};

export const errorExamples = Object.fromEntries(
  Object.entries(codeMeanings).map(([code, meaning]) => [
    code,
    {
      summary: meaning,
      value: {
        error: { code, message: meaning, ...refusals[code], request_id: '6f1c2a0e-51d2-4f0b-8a39-1f6a7f0f6f10' },
      },
    },
  ]),
);

function failure(codes: string[], names: string[]): ZodOpenApiResponseObject {
  return {
    description: codes.map((code) => `\`${code}\`: ${codeMeanings[code] ?? 'see the message.'}`).join('\n\n'),
    headers: refer('X-Request-Id', ...names),
    content: {
      'application/json': {
        schema: errorEnvelope,
        examples: Object.fromEntries(
          codes.filter((code) => code in codeMeanings).map((code) => [code, { $ref: `#/components/examples/${code}` }]),
        ),
      },
    },
  };
}

/** Errors that are the same for all operations. */
const common: Record<number, string> = {
  401: 'Unauthorized',
  413: 'TooLarge',
  415: 'UnsupportedMediaType',
  429: 'RateLimited',
  500: 'InternalError',
  503: 'Unavailable',
};

export const responses: Record<string, ZodOpenApiResponseObject> = {
  NotModified: {
    description: 'The answer is still the one whose tag was sent in `If-None-Match`.',
    headers: refer('X-Request-Id', ...rateHeaders, 'ETag', 'Cache-Control'),
  },
  // A 401 gives no information about the key, so it has no rate headers.
  Unauthorized: failure(['UNAUTHORIZED', 'KEY_REVOKED', 'KEY_EXPIRED'], ['WWW-Authenticate']),
  TooLarge: failure(['VALIDATION_ERROR'], rateHeaders),
  UnsupportedMediaType: failure(['UNSUPPORTED_MEDIA_TYPE'], rateHeaders),
  RateLimited: failure(['RATE_LIMITED'], [...rateHeaders, 'Retry-After']),
  InternalError: failure(['INTERNAL'], rateHeaders),
  Unavailable: failure(['UNAVAILABLE'], [...rateHeaders, 'Retry-After']),
};

export function operationResponses(
  name: string,
  operation: Operation,
  schemas: NamedSchemas,
): ZodOpenApiResponsesObject {
  const { status, summary, idempotency, deprecation, path, conditional, job } = operation;
  const always = [
    ...rateHeaders,
    ...(idempotency ? ['Idempotent-Replayed'] : []),
    ...(deprecation ? ['Deprecation', 'Sunset', 'Link'] : []),
  ];
  const answer: ZodOpenApiResponsesObject = {
    [`${status}`]: {
      description: `${summary}: done.`,
      headers: refer(
        'X-Request-Id',
        ...always,
        ...(path.startsWith('/reports/') ? ['Age', 'Cache-Control'] : []),
        ...(isTagged(operation) ? ['ETag'] : []),
        ...(conditional ? ['Cache-Control'] : []),
      ),
      content: { [job === 'results' ? 'application/x-ndjson' : 'application/json']: { schema: schemas.answer(name) } },
    },
  };
  if (conditional) answer['304'] = { $ref: '#/components/responses/NotModified' };
  for (const [code, codes] of failuresOf(operation)) {
    const shared = deprecation ? undefined : common[code];
    answer[`${code as 400}`] = shared
      ? { $ref: `#/components/responses/${shared}` }
      : failure(codes, code === 401 ? ['WWW-Authenticate', ...always.slice(3)] : always);
  }
  return answer;
}

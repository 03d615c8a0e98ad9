// Parameters, headers and bodies of requests.
import { z } from 'zod';
import type { oas31, ZodOpenApiOperationObject, ZodOpenApiRequestBodyObject } from 'zod-openapi';
import { requestIdForm } from '../gate/errors.ts';
import { storeId } from '../operations/schemas.ts';
import type { Operation } from '../operations/types.ts';
import { sample } from './samples.ts';
import { type NamedSchemas, pathParameters } from './schemas.ts';

type Parameters = Pick<ZodOpenApiOperationObject, 'parameters' | 'requestParams'>;

const idempotencyKey: oas31.ParameterObject = {
  name: 'Idempotency-Key',
  in: 'header',
  schema: { type: 'string', minLength: 1, maxLength: 255, examples: ['5b0f6a4e-8c0c-4a53-9f0e-0d5b4a1a2f11'] },
};

const sameValue = 'A new value, a UUID is ideal, for every write; the same value when that write is tried again.';

export const parameters: Record<
  'RequestId' | 'RequiredIdempotencyKey' | 'OptionalIdempotencyKey' | 'StoreId' | 'IfNoneMatch' | 'IfMatch',
  oas31.ParameterObject
> = {
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description:
      'Your own id for this request, 1 to 200 characters of printable ASCII. It is echoed; without it, and in place of any other, the service makes one.',
    schema: { type: 'string', minLength: 1, maxLength: 200, pattern: requestIdForm.source },
  },
  RequiredIdempotencyKey: {
    ...idempotencyKey,
    required: true,
    description: `Required. ${sameValue} A retry gets the first answer with \`Idempotent-Replayed: true\`, and the write does not run twice.`,
  },
  OptionalIdempotencyKey: {
    ...idempotencyKey,
    description: `Optional and honoured. ${sameValue} A retry gets the first answer with \`Idempotent-Replayed: true\`, and the write does not run twice.`,
  },
  StoreId: {
    name: 'store_id',
    in: 'query',
    description:
      'The store to act on, where the body does not name it. Both may, if they agree. A company key must name one.',
    schema: { type: 'string', format: 'uuid' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description:
      'The `ETag` of an answer that you have kept, or several with commas. While it is still the answer, you get 304 without a body.',
    schema: { type: 'string', examples: ['"1785576600000.vYq8Jk0mTn2cX4sR7wZb1LhPaEd"'] },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The `ETag` of the record as you read it, or several with commas. When the record has changed since, nothing is written and the answer is 412. A call that cannot honour it refuses it.',
    schema: { type: 'string', examples: ['"1785576600000.vYq8Jk0mTn2cX4sR7wZb1LhPaEd"'] },
  },
};

const refer = (name: keyof typeof parameters) => ({ $ref: `#/components/parameters/${name}` });

export function operationParameters({
  method,
  path,
  input,
  idempotency,
  conditional,
  job,
  writes,
}: Operation): Parameters {
  const inPath = pathParameters(path);
  const shape = input.shape as Record<string, z.ZodType>;
  const query =
    method === 'GET'
      ? Object.fromEntries(
          Object.entries(shape)
            .filter(([name]) => !inPath.includes(name))
            .map(queryParameter),
        )
      : {};
  if (job === 'create') {
    query.operation = queryParameter(['operation', (shape.operation as z.ZodType).optional()])[1];
    query.on_error = queryParameter(['on_error', shape.on_error!])[1];
  }
  if (method === 'DELETE' && shape.store_id) query.store_id = queryParameter(['store_id', storeId.optional()])[1];
  return {
    requestParams: {
      ...(inPath.length > 0 && { path: z.object(Object.fromEntries(inPath.map((name) => [name, shape[name]!]))) }),
      ...(Object.keys(query).length > 0 && { query: z.object(query) }),
    },
    parameters: [
      ...(idempotency ? [refer(idempotency === 'required' ? 'RequiredIdempotencyKey' : 'OptionalIdempotencyKey')] : []),
      ...(method !== 'GET' && method !== 'DELETE' && shape.store_id ? [refer('StoreId')] : []),
      ...(conditional ? [refer('IfNoneMatch')] : []),
      ...(writes ? [refer('IfMatch')] : []),
      refer('RequestId'),
    ],
  };
}

/** A list in a query is one parameter with commas. The description of the field becomes that of the parameter. */
function queryParameter([name, schema]: [string, z.ZodType]): [string, z.ZodType] {
  const base = schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodType) : schema;
  const description = schema.description ?? base.description;
  const described = description === undefined ? schema : schema.describe(description);
  return [name, base instanceof z.ZodArray ? described.meta({ param: { style: 'form', explode: false } }) : described];
}

const imageTypes = 'image/png, image/jpeg, image/webp, image/gif';

export function requestBody(
  name: string,
  operation: Operation,
  schemas: NamedSchemas,
): ZodOpenApiRequestBodyObject | undefined {
  const body = schemas.body(name);
  if (!body) return undefined;
  const form = schemas.form(name);
  const { images = [], job } = operation;
  const files = images.flatMap(({ part, isAttachment }) => (part ? [{ part, isAttachment }] : []));
  return {
    required: Object.values(body.shape).some((schema) => !(schema as z.ZodType).safeParse(undefined).success),
    content: {
      'application/json': { schema: body, example: sample(name, operation).body },
      ...(form && {
        'multipart/form-data': {
          schema: form,
          encoding: Object.fromEntries(
            files.map(({ part, isAttachment }) => [
              part,
              { contentType: isAttachment ? `${imageTypes}, application/pdf` : imageTypes },
            ]),
          ),
        },
      }),
      ...(job === 'create' && {
        'application/x-ndjson': {
          schema: { type: 'string', description: 'One line of `lines` a line; the other fields are in the query.' },
        },
      }),
    },
  };
}

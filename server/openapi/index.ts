// The OpenAPI document: a pure function of the registry.
import type { z } from 'zod';
import { type CreateDocumentOptions, createDocument, type oas31, type ZodOpenApiOperationObject } from 'zod-openapi';
import { apiVersion } from '../operations/events.ts';
import { sayTrimmed } from '../operations/trimmed.ts';
import type { Operation } from '../operations/types.ts';
import { operationParameters, parameters, requestBody } from './requests.ts';
import { errorExamples, headers, operationResponses, responses } from './responses.ts';
import { sample } from './samples.ts';
import { componentSchemas, type NamedSchemas } from './schemas.ts';
import { eventHeaders, eventSchemas, eventsTag, webhooks } from './webhooks.ts';

export type OpenApiDocument = ReturnType<typeof createDocument>;

const description = `Products, orders, customers, stock and reports of the stores that an API key reaches.

Every request carries \`Authorization: Bearer <key>\`. Names are snake_case, ids opaque UUIDs, timestamps ISO 8601 in UTC.
Amounts are strings with two decimals in answers and numbers in requests. Ignore fields you do not know, and expect new
values in every enum: both may be added at any time. No text may hold NUL or half of a surrogate pair.`;

/** Groups of operations, by the first segment of their path. One that is not here yet is called as that segment is. */
const tags: Record<string, { name: string; description: string }> = {
  me: { name: 'Key', description: 'The calling key, what it may do and which stores it sees.' },
  store: { name: 'Store', description: 'The profile of one store.' },
  locations: { name: 'Locations', description: 'Warehouses. They belong to the company and serve all of its stores.' },
  channels: { name: 'Channels', description: 'Sales channels of a store; orders name them by slug.' },
  products: { name: 'Products', description: 'Products with their variants, images and videos.' },
  variants: { name: 'Variants', description: 'The sellable units, found by id, SKU or barcode.' },
  categories: { name: 'Categories', description: 'The category tree of a store.' },
  brands: { name: 'Brands', description: 'Brands of a store.' },
  attributes: { name: 'Attributes', description: 'What variants differ by, and the values they may have.' },
  inventory: { name: 'Inventory', description: 'Stock levels, the append-only ledger behind them, adjustments.' },
  orders: { name: 'Orders', description: 'Orders, their statuses, call-backs and payments.' },
  parcels: { name: 'Parcels', description: 'What couriers carry, the cash they collect, and what comes back.' },
  payouts: { name: 'Payouts', description: 'Cash that couriers collected and pay out to the store.' },
  returns: { name: 'Returns', description: 'Goods of delivered orders that customers give back.' },
  customers: { name: 'Customers', description: 'Who buys, their addresses and statistics.' },
  reports: { name: 'Reports', description: 'Sales figures of a store on its own calendar.' },
  exports: { name: 'Exports', description: 'Whole lists as files, from one moment.' },
  events: { name: 'Events', description: 'What changed, in order, for programs that no webhook reaches.' },
  changes: { name: 'Changes', description: 'Who changed which record, from what to what.' },
  'webhook-endpoints': {
    name: 'Endpoints',
    description: 'Webhook endpoints of integrations: where the events of a store are sent.',
  },
  jobs: { name: 'Jobs', description: 'Many calls of one operation at once, in the background.' },
  videos: { name: 'Videos', description: 'Uploading and importing product videos.' },
};

export const tagOf = ({ path }: Pick<Operation, 'path'>): { name: string; description: string } => {
  const word = path.split('/')[1]!;
  const name = word.charAt(0).toUpperCase() + word.slice(1).replaceAll('-', ' ');
  tags[word] ??= { name, description: `${name} of a store.` };
  return tags[word];
};

/** `url` is where the operations are mounted. */
export function openApi(operations: Record<string, Operation>, { url }: { url: string }): OpenApiDocument {
  const schemas = componentSchemas(operations);
  const docs = url.replace(/\/ext\/v1$/, '/docs');
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const [name, operation] of Object.entries(operations)) {
    paths[operation.path] ??= {};
    paths[operation.path]![operation.method.toLowerCase()] = describeOperation(name, operation, schemas);
  }
  const document = createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: 'Haat commerce API',
        version: apiVersion,
        summary: 'A multi-store commerce back end.',
        description,
        contact: { name: 'Haat', url: docs },
        license: { name: 'MIT', identifier: 'MIT' },
      },
      externalDocs: { url: docs, description: 'Guides and reference' },
      servers: [{ url }],
      security: [{ apiKey: [] }],
      tags: [...new Set(Object.values(operations).map(tagOf)), eventsTag],
      paths,
      webhooks: webhooks(),
      components: {
        schemas: { ...schemas.named, ...eventSchemas() },
        parameters: { ...parameters, ...eventHeaders },
        headers,
        responses,
        examples: errorExamples,
        securitySchemes: {
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'service_sk_…',
            description: 'An API key of a store or a company, made in the admin. The scopes it holds never change.',
          },
        },
      },
    },
    { override: tidy },
  );
  addExamples(document, operations);
  dropUnused(document);
  return document;
}

/** Adds the examples of answers and parameters; bodies already have theirs. */
function addExamples({ paths }: OpenApiDocument, operations: Record<string, Operation>): void {
  for (const path of Object.values(paths ?? {})) {
    for (const { operationId, parameters = [], responses = {} } of Object.values(path) as oas31.OperationObject[]) {
      const example = sample(operationId!, operations[operationId!]);
      const status = Object.keys(responses).find((code) => code.startsWith('2'))!;
      const content = Object.values(responses[status].content)[0] as oas31.MediaTypeObject;
      content.example = example.answer;
      const values: Record<string, unknown> = { ...example.path, ...example.query };
      for (const parameter of parameters as oas31.ParameterObject[])
        if (parameter.name in values) parameter.example = values[parameter.name];
    }
  }
}

/** Removes headers and examples that no response uses (for example, when nothing is deprecated). */
function dropUnused({ paths, components }: OpenApiDocument): void {
  const text = JSON.stringify([paths, components?.responses]);
  for (const kind of ['headers', 'examples'] as const) {
    for (const name of Object.keys(components?.[kind] ?? {})) {
      if (!text.includes(`"#/components/${kind}/${name}"`)) delete components![kind]![name];
    }
  }
}

function describeOperation(name: string, operation: Operation, schemas: NamedSchemas): ZodOpenApiOperationObject {
  const { method, scopes, summary, deprecation, idempotency } = operation;
  const body = requestBody(name, operation, schemas);
  return {
    operationId: name,
    tags: [tagOf(operation).name],
    summary,
    description: describe(operation),
    ...(deprecation && { deprecated: true }),
    'x-scopes': scopes,
    'x-rate-limit': { bucket: method === 'GET' ? 'read' : 'write', cost: operation.cost },
    ...(idempotency && { 'x-idempotency': idempotency }),
    ...operationParameters(operation),
    ...(body && { requestBody: body }),
    responses: operationResponses(name, operation, schemas),
  };
}

function describe({ description, scopes, errors, deprecation }: Operation): string {
  const paragraphs = [description];
  if (scopes.length > 0) paragraphs.push(`Scope: ${scopes.map((s) => `\`${s}\``).join(', ')}.`);
  // Which scope it takes, its description says.
  else if (!errors.includes('FORBIDDEN_SCOPE')) paragraphs.push('Any valid key may call it.');
  if (deprecation) {
    paragraphs.push(`Deprecated since ${deprecation.since}, gone from ${deprecation.sunset}: ${deprecation.link}`);
  }
  return paragraphs.join('\n\n');
}

/**
 * Takes out what zod says for its own sake (what a format means as a pattern, where JavaScript's integers end), adds
 * what it leaves out.
 */
const tidy: CreateDocumentOptions['override'] = ({ jsonSchema, zodSchema, io }) => {
  const { def } = zodSchema._zod;
  sayTrimmed(zodSchema, jsonSchema as z.core.JSONSchema.BaseSchema);
  if (['uuid', 'date'].includes(jsonSchema.format ?? '')) delete jsonSchema.pattern;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  // Answers may get new fields within v1, so their schemas must allow additional fields.
  if (io === 'output' && def.type === 'object') delete jsonSchema.additionalProperties;
};

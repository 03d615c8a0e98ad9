// The OpenAPI document against the registry it is made of.
import test from 'ava';
import { errorCodes } from '../../server/gate/errors.ts';
import { codeMeanings, failuresOf } from '../../server/openapi/errors.ts';
import { fieldSamples } from '../../server/openapi/field-samples.ts';
import { openApi } from '../../server/openapi/index.ts';
import { answerSamples, requestSamples } from '../../server/openapi/request-samples.ts';
import { sample } from '../../server/openapi/samples.ts';
import { errorEnvelope } from '../../server/openapi/schemas.ts';
import { eventEnvelope, events } from '../../server/operations/events.ts';
import { operations } from '../../server/operations/index.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document to look into at any depth
type Json = any;
const document: Json = JSON.parse(JSON.stringify(openApi(operations, { url: 'https://haat.example/ext/v1' })));
const entries = Object.entries(operations);
const described = ({ path, method }: { path: string; method: string }) => document.paths[path][method.toLowerCase()];

function follow(value: { $ref?: string }) {
  if (!value.$ref) return value;
  return value.$ref
    .slice(2)
    .split('/')
    .reduce((node, name) => node?.[name.replaceAll('~1', '/')], document);
}

/** Calls back with every object of the document. */
function walk(value: unknown, visit: (node: Record<string, unknown>, path: string) => void, path = '#'): void {
  if (value === null || typeof value !== 'object') return;
  if (!Array.isArray(value)) visit(value as Record<string, unknown>, path);
  for (const [key, child] of Object.entries(value)) walk(child, visit, `${path}/${key}`);
}

test('every operation with a path appears, and nothing else', (t) => {
  const shown = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, { operationId: string }>).map(
      ([method, { operationId }]) => `${operationId}: ${method.toUpperCase()} ${path}`,
    ),
  );
  t.deepEqual(shown.sort(), entries.map(([name, { method, path }]) => `${name}: ${method} ${path}`).sort());
});

test('every field of every input appears once: in the path, the query or the body', (t) => {
  for (const [name, operation] of entries) {
    const { parameters, requestBody } = described(operation);
    const resolved = parameters.map(follow);
    const inBody = Object.keys(follow(requestBody?.content['application/json'].schema ?? {}).properties ?? {});
    const named = resolved.filter(({ in: place }: { in: string }) => place !== 'header');
    const inUrl = named.map((parameter: { name: string }) => parameter.name);
    t.deepEqual([...new Set([...inUrl, ...inBody])].sort(), Object.keys(operation.input.shape).sort(), name);
    // A store may be named in either, and what a file of lines is for has no place in it; anything else has one place.
    const inBoth = operation.job === 'create' ? ['operation', 'on_error', 'store_id'] : ['store_id'];
    t.deepEqual(
      inUrl.filter((field: string) => inBody.includes(field) && !inBoth.includes(field)),
      [],
      name,
    );
    for (const parameter of named) {
      t.is(parameter.in === 'path', operation.path.includes(`{${parameter.name}}`), `${name} ${parameter.name}`);
      if (parameter.in === 'path') t.true(parameter.required);
    }
  }
});

test('headers: the key of idempotency as the registry says, the rate window on all but a 401', (t) => {
  for (const [name, operation] of entries) {
    const { parameters, responses } = described(operation);
    const key = parameters.map(follow).find((parameter: { name: string }) => parameter.name === 'Idempotency-Key');
    t.is(key && (key.required ? 'required' : 'optional'), operation.idempotency, name);
    for (const [status, reference] of Object.entries<{ $ref?: string }>(responses)) {
      const headers = Object.keys(follow(reference).headers);
      t.true(headers.includes('X-Request-Id'), `${name} ${status}`);
      t.is(headers.includes('X-RateLimit-Limit'), status !== '401', `${name} ${status}`);
      t.is(headers.includes('Retry-After'), ['429', '503'].includes(status), `${name} ${status}`);
    }
    t.is('Idempotent-Replayed' in responses[operation.status].headers, operation.method !== 'GET', name);
  }
});

test('no parameter goes without words, and X-Request-Id says which ids are taken', (t) => {
  for (const [name, operation] of entries) {
    for (const { name: field, description } of described(operation).parameters.map(follow)) {
      t.regex(description ?? '', /^[A-Z0-9`].{5,}\.$/s, `${name} ${field}`);
    }
  }
  const { pattern, minLength, maxLength } = document.components.parameters.RequestId.schema;
  t.deepEqual([pattern, minLength, maxLength], ['^[ -~]{1,200}$', 1, 200]);
});

test('who answers for the document is named', (t) => {
  t.deepEqual(document.info.contact, { name: 'Haat', url: 'https://haat.example/docs' });
});

test('502 stands where the storage of pictures and videos is asked', (t) => {
  const asking = entries.filter(([, { images, video, download }]) => images || video || download).map(([name]) => name);
  t.true(asking.length > 10);
  const saying = entries.filter(([, operation]) => '502' in described(operation).responses).map(([name]) => name);
  t.deepEqual(saying, asking);
});

test('every type of event is a webhook of its own name, with headers, a signature and an example that fits', (t) => {
  t.deepEqual(Object.keys(document.webhooks), Object.keys(events));
  const ids = new Set(Object.keys(operations));
  for (const [type, { post }] of Object.entries<Json>(document.webhooks)) {
    t.false(ids.has(post.operationId), post.operationId);
    ids.add(post.operationId);
    const named = post.parameters.map(follow).map((parameter: Json) => {
      t.true(parameter.required && parameter.description.length > 10, `${type} ${parameter.name}`);
      return parameter.name;
    });
    t.deepEqual([...named].sort(), [
      'X-Service-Api-Version',
      'X-Service-Event',
      'webhook-id',
      'webhook-signature',
      'webhook-timestamp',
    ]);
    const { schema, example } = post.requestBody.content['application/json'];
    t.is(follow(schema).properties.type.const, type);
    if (example) t.deepEqual(eventEnvelope(type).parse(example), example, type);
    t.is(example !== undefined, events[type]!.example !== undefined, type);
  }
});

test('every code an operation can answer stands under its status, with an example', (t) => {
  for (const [name, operation] of entries) {
    const { responses } = described(operation);
    for (const code of operation.errors) t.true([...failuresOf(operation).values()].flat().includes(code), name);
    for (const [status, codes] of failuresOf(operation)) {
      const { description, content } = follow(responses[status]);
      for (const code of codes) {
        t.true(description.includes(`\`${code}\``), `${name} ${status} ${code}`);
        t.is(follow(content['application/json'].examples[code]).value.error.code, code);
      }
    }
  }
});

test('every code of REST has a meaning', (t) => {
  // FORBIDDEN and UNAUTHENTICATED are the staff door's.
  const codes = Object.values(errorCodes).map(([, code]) => code);
  t.deepEqual(
    codes.filter((code) => !(code in codeMeanings)),
    ['FORBIDDEN', 'UNAUTHENTICATED'],
  );
});

test('examples of parameters, bodies and answers fit the schemas of their operations', (t) => {
  for (const [name, operation] of entries) {
    const { parameters, requestBody, responses } = described(operation);
    const { content } = responses[operation.status];
    // What is streamed is shown in the guide of jobs.
    if (operation.job === 'results') {
      t.truthy(content['application/x-ndjson'], name);
      continue;
    }
    const answer = content['application/json'].example;
    const fits = operation.output.safeParse(answer);
    t.true(fits.success, `${name}: ${fits.error}`);
    // What the schema does not name would be dropped by it, and so differ.
    t.deepEqual(fits.data, answer, name);
    const body = requestBody?.content['application/json'].example;
    t.is(body === undefined, requestBody === undefined, name);
    const named = parameters.map(follow).filter((parameter: { example?: unknown }) => parameter.example !== undefined);
    const inUrl = Object.fromEntries(
      named.map((parameter: { name: string; example: unknown }) => [parameter.name, parameter.example]),
    );
    for (const [, field] of operation.path.matchAll(/\{(\w+)\}/g)) t.truthy(inUrl[field!], `${name} ${field}`);
    const parsed = operation.input.safeParse({ ...inUrl, ...body });
    t.true(parsed.success, `${name}: ${parsed.error}`);
  }
  for (const name of [...Object.keys(requestSamples), ...Object.keys(answerSamples)]) t.true(name in operations, name);
});

test('the order of the examples adds up, and its line, payment and stock are of it', (t) => {
  const cents = (amount: string) => Math.round(Number(amount) * 100);
  const answer = sample('get_order').answer as Json;
  const line = answer.items[0];
  t.is(cents(answer.subtotal), cents(line.discount_price) * line.quantity);
  t.is(cents(line.line_total), cents(answer.subtotal) - cents(answer.discount_amount));
  t.is(
    cents(answer.total_amount),
    cents(answer.subtotal) - cents(answer.discount_amount) + cents(answer.shipping_charge) + cents(answer.tax_amount),
  );
  t.is(cents(answer.due_amount), cents(answer.total_amount) - cents(answer.paid_amount));
  const payment = (sample('list_order_payments').answer as Json).data[0];
  t.is(payment.order_id, answer.id);
  t.is(payment.amount, answer.paid_amount);
  t.is(line.order_id, answer.id);
  t.is(answer.customer.id, answer.customer_id);
  t.is(line.variant_id, (sample('get_variant').answer as Json).id);
  const level = (sample('list_inventory_levels').answer as Json).data[0];
  t.is(level.available, level.on_hand - level.reserved);
});

test('every sample of a field is shown somewhere', (t) => {
  const shown = JSON.stringify(entries.map(([name]) => sample(name)));
  for (const name of Object.keys(fieldSamples)) t.true(shown.includes(`"${name.split('.').at(-1)}":`), name);
});

test('examples of errors fit the envelope and are of their code', (t) => {
  for (const [code, { value }] of Object.entries<{ value: { error: { code: string } } }>(
    document.components.examples,
  )) {
    t.deepEqual(errorEnvelope.strict().parse(value), value);
    t.is(value.error.code, code);
  }
});

test('pictures come as parts of a form where the registry says so', (t) => {
  for (const [name, operation] of entries) {
    const parts = (operation.images ?? []).flatMap(({ part }) => part ?? []);
    const form = described(operation).requestBody?.content['multipart/form-data'];
    t.is(form !== undefined, parts.length > 0, name);
    t.deepEqual(Object.keys(form?.encoding ?? {}), parts, name);
  }
});

test('references lead somewhere, components are used, and every operation says what linters ask for', (t) => {
  const used = new Set<string>();
  walk(document, ({ $ref }, path) => {
    if (typeof $ref !== 'string') return;
    t.truthy(follow({ $ref }), `${path}: ${$ref}`);
    used.add($ref);
  });
  for (const kind of ['schemas', 'parameters', 'headers', 'responses', 'examples']) {
    for (const name of Object.keys(document.components[kind])) t.true(used.has(`#/components/${kind}/${name}`), name);
  }
  const tags = document.tags.map(({ name }: { name: string }) => name);
  for (const [name, operation] of entries) {
    const { summary, description, tags: own } = described(operation);
    t.truthy(summary && description, name);
    t.true(own.length === 1 && tags.includes(own[0]), name);
  }
  t.deepEqual(document.security, [{ apiKey: [] }]);
});

test('answers are open, requests are closed, and no answer has a place for a cost', (t) => {
  const { schemas } = document.components;
  for (const name of Object.keys(schemas).filter((name) => /(Request|Form)$/.test(name))) {
    t.false(schemas[name].additionalProperties, name);
  }
  for (const name of Object.keys(schemas).filter((name) => !/(Request|Form)$/.test(name))) {
    walk(schemas[name], (node, path) => {
      t.not(node.additionalProperties, false, `${name} ${path}`);
      t.false('unit_cost' in node || 'cost_price' in node, `${name} ${path}`);
    });
  }
});

test('no expression loses a flag on its way into the document', (t) => {
  for (const [name, { input, output }] of entries) {
    const seen = new Set<unknown>();
    const search = (value: unknown): void => {
      if (value === null || typeof value !== 'object' || seen.has(value)) return;
      seen.add(value);
      const { def } = (value as { _zod?: { def: Record<string, unknown> } })._zod ?? {};
      if (def?.pattern instanceof RegExp && !['guid', 'email'].includes(String(def.format))) {
        t.is(def.pattern.flags, '', `${name}: ${def.pattern}`);
      }
      for (const child of Object.values(def ?? value)) search(child);
    };
    search(input);
    search(output);
  }
});

// What readers of a request could take in two ways is refused: two keys, a name that stands twice; and a place that cannot be is
// not found, whatever else is wrong. Given slugs that are taken are refused alike for all kinds.
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import test from 'ava';
import { operations } from '../../server/operations/index.ts';
import { startApi, type TestApi } from '../helpers/api.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { inTurns } from '../helpers/long.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createShop, type TestShop } from '../helpers/shop.ts';
import { post, refusalOf } from '../helpers/tools.ts';

let db: TestDatabase;
let shop: TestShop;
let api: TestApi;
test.before(async () => {
  db = await borrowDatabase();
  shop = await createShop(db.admin);
  api = await startApi({ pool: db.as('haat_gateway') });
});
test.after.always(async () => {
  await api?.stop();
  await db?.drop();
});

const ask = (method: string, path: string, body?: object | string) =>
  api.request(method, path, {
    key: shop.storeKey.key,
    ...(typeof body === 'string' ? { raw: body, headers: { 'content-type': 'application/json' } } : body && { body }),
    ...(method !== 'GET' && { idempotencyKey: randomUUID() }),
  });

/** Sends the headers as they are: fetch would join two of one name. */
function sendRaw(method: string, path: string, headers: string[], body = '') {
  type Told = { status: number; limit: unknown; body: { error: { fields: object } } };
  const { promise, resolve, reject } = Promise.withResolvers<Told>();
  const all = ['Host', new URL(api.url).host, ...headers, 'Content-Length', String(Buffer.byteLength(body))];
  const request = http.request(new URL(path, api.url), { method, headers: all as never }, async (response) => {
    let text = '';
    for await (const chunk of response) text += chunk;
    resolve({ status: response.statusCode!, limit: response.headers['x-ratelimit-limit'], body: JSON.parse(text) });
  });
  request.on('error', reject);
  request.end(body);
  return promise;
}

test('two Authorization headers are refused by name, by REST and the tools, and do nothing', async (t) => {
  const bearer = (key: string) => ['Authorization', `Bearer ${key}`];
  const both = [...bearer(shop.storeKey.key), ...bearer(shop.companyKey.key)];
  const json = ['Content-Type', 'application/json'];
  const rpc = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  for (const [method, path, body] of [
    ['GET', '/ext/v1/me', ''],
    ['POST', '/ext/v1/brands', '{"name": "Twice"}'],
    ['POST', '/ext/v1/jobs?operation=create_brand', ''],
    ['POST', '/ext/mcp/v1', rpc],
  ] as const) {
    for (const headers of [both, [...bearer(shop.storeKey.key), ...bearer(shop.storeKey.key)]]) {
      const answer = await sendRaw(method, path, [...headers, ...json], body);
      t.is(answer.status, 400, path);
      t.deepEqual(answer.body.error.fields, { Authorization: ['must be given once'] });
      t.truthy(answer.limit, 'it is counted');
    }
  }
  t.is((await ask('GET', '/brands?search=Twice')).body.data.length, 0);
  t.is((await sendRaw('GET', '/ext/v1/me', bearer(shop.storeKey.key))).status, 200);
});

test('a body that is nested deeper than any stack is refused, by REST and the tools', async (t) => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  t.is((await ask('POST', '/brands', `{"name": ${deep}}`)).status, 422);
  const call = `{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "create_brand", "arguments": {"name": ${deep}}}}`;
  const headers = ['Authorization', `Bearer ${shop.storeKey.key}`, 'Content-Type', 'application/json'];
  const accept = ['Accept', 'application/json, text/event-stream'];
  t.true((await sendRaw('POST', '/ext/mcp/v1', [...headers, ...accept], call)).status < 500);
});

test('a name that stands twice in an object of a body is refused where it stands', async (t) => {
  const variant = '{"sku": "TWO-1", "sku": "TWO-2", "name": "x", "price": 1}';
  for (const [body, fields] of [
    ['{"name": "A", "name": "A"}', ['name']],
    ['{"name": "A", "n\\u0061me": "B"}', ['name']],
    ['{"name": "A", "seo": {"title": "a", "title": "b"}}', ['seo.title']],
    ['{"name": "A", "__proto__": 1, "__proto__": 2}', ['__proto__']],
  ] as const) {
    const { status, body: answer } = await ask('POST', '/brands', body);
    t.deepEqual(
      [status, answer.error.code, Object.keys(answer.error.fields)],
      [422, 'VALIDATION_ERROR', [...fields]],
      body,
    );
  }
  const product = await ask('POST', '/products', `{"name": "A", "variants": [${variant}]}`);
  t.deepEqual(product.body.error.fields, { 'variants.0.sku': ['must be given once'] });
  // What only looks like it: in texts, in two objects, with colons.
  const fine = '{"name": "\\"name\\": {\\\\", "description": "a: b: \\\\\\"name\\\\\\":", "seo": {"title": "name"}}';
  t.is((await ask('POST', '/brands', fine)).status, 201);
  // Free-form objects are stored as they are sent.
  const address = '{"a": 1, "a": {"b": 1, "b": 2}}';
  const order = await ask('POST', '/orders', `{"items": [], "shipping_address": ${address}}`);
  t.deepEqual(
    Object.keys(order.body.error.fields).filter((field) => field.startsWith('shipping_address')),
    [],
  );
  const twice = await ask('POST', '/orders', `{"items": [], "shipping_address": {}, "shipping_address": {}}`);
  t.true('shipping_address' in twice.body.error.fields);
});

test('a tool is told the arguments that stand twice, and a message that is ambiguous is none', async (t) => {
  const call = (args: string) =>
    post(
      api,
      shop.storeKey,
      `{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "create_brand", "arguments": ${args}}}`,
    );
  t.deepEqual(refusalOf(await call('{"name": "A", "name": "B"}')).fields, { name: ['must be given once'] });
  const { status, body } = await post(
    api,
    shop.storeKey,
    '{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "method": "tools/call"}',
  );
  t.deepEqual([status, body.error.code], [400, -32600]);
});

test('the lines of a job are refused for names that stand twice', async (t) => {
  const lines = '{"name": "A", "name": "B"}\n{"name": "Once in a line"}\n';
  const job = await api.request('POST', '/jobs?operation=create_brand', {
    key: shop.storeKey.key,
    raw: lines,
    headers: { 'content-type': 'application/x-ndjson' },
    idempotencyKey: randomUUID(),
  });
  t.is(job.status, 202, job.text);
  const { rows } = await db.admin.query('select fields from app.job_lines where job_id = $1 order by line', [
    job.body.id,
  ]);
  t.deepEqual(
    rows.map(({ fields }) => fields),
    [{ name: ['must be given once'] }, null],
  );
});

test('an id in a path that is none is not found, on every operation, whatever else is wrong', async (t) => {
  for (const [turn, [name, { method, path }]] of Object.entries(operations).entries()) {
    const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, field]) => field!).filter((field) => field !== 'identifier');
    for (const wrong of ids) {
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, field) => (field === wrong ? 'none' : randomUUID()));
      const requests = inTurns([filled, `${filled}?nonsense=1`], 2, turn).map((place) =>
        ask(method, place, method === 'GET' ? undefined : {}),
      );
      for (const { status, body } of await Promise.all(requests))
        t.deepEqual([status, body.error?.code], [404, 'NOT_FOUND'], `${name} ${wrong}`);
    }
  }
  // A body that names the id too is wrong in its own right.
  const { body: brand } = await ask('POST', '/brands', { name: 'Named' });
  t.is((await ask('PATCH', `/brands/${brand.id}`, { id: brand.id, name: 'B' })).status, 422);
});

test('a derived slug gets a suffix, and a given one that is taken is 409, for each kind alike', async (t) => {
  const kinds: Record<string, () => object> = {
    '/products': () => ({ variants: [{ sku: randomUUID(), name: 'x', price: 1 }] }),
    '/categories': () => ({}),
    '/brands': () => ({}),
    '/attributes': () => ({ type: 'variant', name: randomUUID() }),
  };
  for (const [path, more] of Object.entries(kinds)) {
    const create = (slug?: string) => ask('POST', path, { name: 'Slugged', ...more(), ...(slug && { slug }) });
    t.is((await create('taken-one')).body.slug, 'taken-one', path);
    const refused = await create('taken-one');
    t.deepEqual([refused.status, refused.body.error.fields], [409, { slug: ['taken-one is already taken'] }], path);
    const { body: other } = await create('another-one');
    const changed = await ask('PATCH', `${path}/${other.id}`, { slug: 'taken-one' });
    t.deepEqual([changed.status, changed.body.error.fields], [409, { slug: ['taken-one is already taken'] }], path);
  }
  t.is((await ask('POST', '/brands', { name: 'Taken one' })).body.slug, 'taken-one-1');
});

test('a position is any integer that Postgres holds', async (t) => {
  for (const position of [-2_147_483_648, -1, 0, 2_147_483_647])
    t.is((await ask('POST', '/categories', { name: 'Placed', position })).body.position, position);
  for (const position of [2_147_483_648, -2_147_483_649, 1.5])
    t.deepEqual(Object.keys((await ask('POST', '/categories', { name: 'Placed', position })).body.error.fields), [
      'position',
    ]);
});

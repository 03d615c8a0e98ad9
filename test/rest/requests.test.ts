// The doorman against a database that only records: what is sent to it, and what is refused before.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { startApi } from '../helpers/api.ts';
import { fakePool, fakeKey as key } from '../helpers/fake-pool.ts';

const id = '0198c5a0-0000-7000-8000-000000000001';

async function api(t: ExecutionContext, reply?: Parameters<typeof fakePool>[0]) {
  const pool = fakePool(reply);
  const started = await startApi({ pool });
  t.teardown(started.stop);
  return { ...started, pool };
}

const order = { customer_id: id, items: [{ sku: 'A', quantity: 1 }] };

test('the text of an operation is sent on untouched', async (t) => {
  const { request } = await api(t, () => ({ result: '{ "z": 1,\n "a": "10.00" }' }));
  const answer = await request('GET', '/me', { key });
  t.is(answer.status, 200);
  t.is(answer.text, '{ "z": 1,\n "a": "10.00" }');
  t.is(answer.headers.get('content-type'), 'application/json; charset=utf-8');
  t.is(answer.headers.get('x-ratelimit-limit'), '120');
});

// Before the others: their connections would be counted too.
test.serial(
  'an answer costs one statement and one write to its connection, short or long, in English or Bangla',
  async (t) => {
    const long = (word: string, times = 3_000) => JSON.stringify({ data: Array.from({ length: times }, () => word) });
    for (const result of ['{"data" : []}', long('Cotton Panjabi'), long('সুতি পাঞ্জাবি'), long('😀 সুতি', 15_000)]) {
      const { request, pool } = await api(t, () => ({ result }));
      const writes = countWrites(t);
      const answer = await request('GET', '/products', { key, headers: { 'accept-encoding': 'identity' } });
      t.deepEqual([answer.status, answer.text === result, writes()], [200, true, 1]);
      t.is(answer.headers.get('content-length'), String(Buffer.byteLength(result)));
      t.deepEqual(pool.names(), ['gate.call']);
    }
  },
);

const waysToWrite = ['writev', 'writeBuffer', 'writeUtf8String', 'writeLatin1String', 'writeAsciiString'];

/** Counts what is handed to the system at the connections of the requests from now on. */
function countWrites(t: ExecutionContext): () => number {
  let count = 0;
  const watch = (message: unknown) => {
    const { _handle: handle } = (
      message as { socket: Socket & { _handle: Record<string, (...args: unknown[]) => unknown> } }
    ).socket;
    for (const way of waysToWrite) {
      const write = handle[way]!;
      handle[way] = (...args) => {
        count++;
        return write.apply(handle, args);
      };
    }
  };
  subscribe('http.server.request.start', watch);
  t.teardown(() => unsubscribe('http.server.request.start', watch));
  return () => count;
}

test('query parameters arrive as the types their schema names', async (t) => {
  const { request, pool } = await api(t);
  await request('GET', '/inventory/levels?limit=5&low_stock=true', { key });
  await request('GET', '/orders?expand=customer,items&search=2026', { key });
  t.deepEqual(JSON.parse(pool.statements[0]!.values[2] as string), { limit: 5, low_stock: true });
  t.deepEqual(JSON.parse(pool.statements[1]!.values[2] as string), {
    limit: 25,
    expand: ['customer', 'items'],
    search: '2026',
  });
});

test('a query that is wrong is refused with every problem, after admission alone', async (t) => {
  const { request, pool } = await api(t);
  const answer = await request('GET', '/products?limit=101&limit=5&status=sold&colour=red&store_id=7', { key });
  t.is(answer.status, 422);
  t.deepEqual(answer.body.error.fields, {
    limit: ['must be given once'],
    store_id: ['must be a UUID'],
    status: ['must be one of draft, active, archived'],
    colour: ['not allowed'],
  });
  t.is(answer.headers.get('x-ratelimit-remaining'), '119');
  t.deepEqual(pool.names(), ['gate.admit_only']);
  for (const query of ['limit=0', 'limit=1.5', 'limit=', 'limit=1e1', 'low_stock=1', 'low_stock=TRUE', '__proto__=1']) {
    t.is((await request('GET', `/inventory/levels?${query}`, { key })).status, 422, query);
  }
  // A list in a query is named by its parameter, not by its places.
  for (const path of ['/orders?expand=payments', '/orders?expand=items,stats', `/customers/${id}?expand=items`]) {
    t.deepEqual(Object.keys((await request('GET', path, { key })).body.error.fields), ['expand'], path);
  }
});

test('a list in a query may hold blanks and empty places, and be empty', async (t) => {
  const { request, pool } = await api(t);
  for (const query of ['expand=customer,%20items', 'expand=+customer+,items,', 'expand=customer,,items']) {
    t.is((await request('GET', `/orders?${query}`, { key })).status, 200, query);
    t.deepEqual(JSON.parse(pool.statements.at(-1)!.values[2] as string).expand, ['customer', 'items'], query);
  }
  t.is((await request('GET', `/customers/${id}?expand=`, { key })).status, 200);
  t.deepEqual(JSON.parse(pool.statements.at(-1)!.values[2] as string).expand, []);
});

test('a path id that is no UUID names nothing: 404, while a filter that is none is 422', async (t) => {
  const { request, pool } = await api(t);
  t.is((await request('GET', '/products/7', { key })).status, 404);
  t.is((await request('GET', '/products?category_id=7', { key })).status, 422);
  t.is((await request('GET', '/variants/A%00', { key })).status, 404);
  t.is((await request('GET', '/products/7?x=1', { key })).status, 404, 'whatever else is wrong');
  t.false(pool.names().includes('gate.call'));
});

test('path parameters may not be sent a second time', async (t) => {
  const { request } = await api(t);
  t.deepEqual((await request('GET', `/products/${id}?id=${id}`, { key })).body.error.fields, { id: ['not allowed'] });
});

test('bodies: JSON objects only, up to a megabyte', async (t) => {
  const { request, pool } = await api(t);
  const post = (raw: string | Buffer, headers = {}) => request('POST', '/products', { key, raw, headers });
  t.is((await post('x', { 'content-type': 'text/plain' })).status, 415);
  t.is((await post('{}', { 'content-type': 'application/json; charset=latin1' })).status, 415);
  t.is((await post('{}', { 'content-encoding': 'gzip' })).status, 415);
  t.is((await post(' '.repeat(1_000_001))).status, 413);
  t.is((await post(' '.repeat(1_000_001))).body.error.code, 'VALIDATION_ERROR');
  for (const raw of ['{', '[]', '5', 'null', '"x"', Buffer.from([0x7b, 0xff, 0x7d])]) {
    const answer = await post(raw);
    t.is(answer.status, 422, String(raw));
    t.deepEqual(Object.keys(answer.body.error.fields), ['body'], String(raw));
  }
  t.deepEqual(Object.keys((await request('POST', '/products', { key })).body.error.fields), ['name', 'variants']);
  t.deepEqual(new Set(pool.names()), new Set(['gate.admit_only']));
});

test('a body without a length is cut off at a megabyte too', async (t) => {
  const { url } = await api(t);
  const stream = new ReadableStream({
    start(controller) {
      for (let n = 0; n < 40; n++) controller.enqueue(new Uint8Array(50_000).fill(32));
      controller.close();
    },
  });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: stream, duplex: 'half' };
  t.is((await fetch(`${url}/ext/v1/products`, init as RequestInit)).status, 413);
});

test('store_id of a write may stand in the body or in the query, and in both when they agree', async (t) => {
  const { request, pool } = await api(t);
  const send = (query: string, body: object) => request('POST', `/orders${query}`, { key, body, idempotencyKey: 'i' });
  const other = id.replace(/1$/, '2');
  t.is((await send(`?store_id=${id}`, order)).status, 201);
  t.is((await send(`?store_id=${id}`, { ...order, store_id: id })).status, 201);
  t.is(JSON.parse(pool.statements[0]!.values[2] as string).store_id, id);
  t.deepEqual(pool.statements[0]!.values[7], pool.statements[1]!.values[7]);
  t.deepEqual((await send(`?store_id=${id}`, { ...order, store_id: other })).body.error.fields, {
    store_id: ['differs between body and query'],
  });
  t.deepEqual((await send('?note=x', order)).body.error.fields, { note: ['not allowed'] });
});

test('the Idempotency-Key is checked first of all that is wrong with a request', async (t) => {
  const { request, pool } = await api(t);
  const send = (headers: Record<string, string>, path = '/orders') => request('POST', path, { key, raw: 'x', headers });
  for (const headers of [{}, { 'idempotency-key': '' }, { 'idempotency-key': 'x'.repeat(256) }] as Record<
    string,
    string
  >[]) {
    const answer = await send(headers);
    t.is(answer.status, 400);
    t.is(answer.body.error.code, 'VALIDATION_ERROR');
    t.deepEqual(Object.keys(answer.body.error.fields), ['Idempotency-Key']);
    t.is(answer.headers.get('x-ratelimit-limit'), '120');
  }
  t.is((await send({ 'idempotency-key': '' }, '/products')).status, 400);
  t.is((await send({ 'idempotency-key': 'x'.repeat(255) })).status, 422);
  t.deepEqual(new Set(pool.names()), new Set(['gate.admit_only']));
});

test('an optional Idempotency-Key is honoured, and a read ignores one', async (t) => {
  const { request, pool } = await api(t);
  const body = { name: 'Tea', variants: [{ sku: 'A', name: 'Tea', price: 10 }] };
  await request('POST', '/products', { key, body });
  await request('POST', '/products', { key, body, idempotencyKey: 'i1' });
  await request('GET', '/products', { key, idempotencyKey: 'i1' });
  const idempotency = pool.statements.map(({ values }) => [values[6], values[7] && 'hash']);
  t.deepEqual(idempotency, [
    [null, null],
    ['i1', 'hash'],
    [null, null],
  ]);
});

test('unknown paths, other methods and OPTIONS need no key, and count when one is sent', async (t) => {
  const { request, pool } = await api(t);
  t.is((await request('GET', '/nothing')).body.error.code, 'NOT_FOUND');
  const answer = await request('DELETE', '/products');
  t.like(answer, { status: 405 });
  t.is(answer.body.error.code, 'METHOD_NOT_ALLOWED');
  t.is(answer.headers.get('allow'), 'GET, HEAD, OPTIONS, POST');
  const options = await request('OPTIONS', '/products');
  t.is(options.status, 204);
  t.is(options.headers.get('allow'), 'GET, HEAD, OPTIONS, POST');
  t.is(pool.statements.length, 0);
  await request('PATCH', '/products', { key });
  await request('OPTIONS', '/products', { key });
  t.deepEqual(
    pool.statements.map(({ values }) => values.slice(1, 4)),
    [
      [[], 'write', 1],
      [[], 'read', 1],
    ],
  );
  t.is((await request('GET', '/nothing', { key: 'session_abc' })).status, 401);
});

test('HEAD answers like GET without a body', async (t) => {
  const { request, pool } = await api(t);
  const answer = await request('HEAD', '/me', { key });
  t.is(answer.status, 200);
  t.is(answer.text, '');
  t.is(answer.headers.get('content-length'), '11');
  t.is(pool.statements[0]!.values[4], 'read');
});

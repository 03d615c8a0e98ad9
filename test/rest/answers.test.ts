// What leaves the doorman: envelopes, headers, request ids, log lines; against a database that only answers.
import { Writable } from 'node:stream';
import test from 'ava';
import { pino } from 'pino';
import { operations } from '../../server/operations/index.ts';
import { startApi } from '../helpers/api.ts';
import { fakePool, fakeKey as key } from '../helpers/fake-pool.ts';

const id = '0198c5a0-0000-7000-8000-000000000001';
const order = { customer_id: id, items: [{ sku: 'A', quantity: 1 }] };
const rateHeaders = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];

test('no key, no prefix: 401 before any statement, without rate headers', async (t) => {
  const pool = fakePool();
  const { request, stop } = await startApi({ pool });
  t.teardown(stop);
  for (const headers of [{}, { authorization: 'Basic x' }, { authorization: 'Bearer session_1' }] as Record<
    string,
    string
  >[]) {
    const answer = await request('POST', '/orders', { headers, raw: 'not even JSON' });
    t.is(answer.status, 401);
    t.is(answer.body.error.code, 'UNAUTHORIZED');
    t.is(answer.headers.get('www-authenticate'), 'Bearer');
    for (const name of rateHeaders) t.false(answer.headers.has(name));
  }
  t.is(pool.statements.length, 0);
});

test('a refusal of admission comes before what is wrong with the request', async (t) => {
  const refusals = [
    ['HT001', 401, 'UNAUTHORIZED'],
    ['HT002', 401, 'KEY_REVOKED'],
    ['HT003', 401, 'KEY_EXPIRED'],
    ['HT005', 429, 'RATE_LIMITED'],
    ['HT004', 403, 'FORBIDDEN_SCOPE'],
  ] as const;
  for (const [sqlstate, status, code] of refusals) {
    const refusal = {
      sqlstate,
      message: 'no',
      retry_after: status === 429 ? 9 : null,
      ...(status === 401 && { rate: null }),
    };
    const { request, stop } = await startApi({ pool: fakePool(() => refusal) });
    t.teardown(stop);
    const answer = await request('POST', '/orders', { key, raw: '{' });
    t.is(answer.status, status);
    t.is(answer.body.error.code, code);
    t.is(answer.headers.has('x-ratelimit-limit'), status !== 401);
    t.is(answer.headers.get('retry-after'), status === 429 ? '9' : null);
  }
});

test('a refusal of the operation is an envelope with its fields and the rate headers', async (t) => {
  const fields = { items: [{ line: 0, variant_id: id, sku: 'A', requested: 3, available: 1 }] };
  const { request, stop } = await startApi({
    pool: fakePool(() => ({ sqlstate: 'HT102', message: 'Not enough.', fields })),
  });
  t.teardown(stop);
  const answer = await request('POST', '/orders', {
    key,
    body: order,
    idempotencyKey: 'i',
    headers: { 'x-request-id': 'r-7' },
  });
  t.is(answer.status, 400);
  t.deepEqual(answer.body, {
    error: { code: 'INSUFFICIENT_STOCK', message: 'Not enough.', fields, request_id: 'r-7' },
  });
  for (const name of rateHeaders) t.true(answer.headers.has(name));
});

test('a replay says so, and a replayed refusal keeps the request id of the first answer', async (t) => {
  let refused = false;
  const pool = fakePool(() => ({
    replayed: true,
    ...(refused && { sqlstate: 'HT101', message: 'Taken.', request_id: 'first' }),
  }));
  const { request, stop } = await startApi({ pool });
  t.teardown(stop);
  const send = () =>
    request('POST', '/orders', { key, body: order, idempotencyKey: 'i', headers: { 'x-request-id': 'second' } });
  const success = await send();
  t.is(success.status, 201);
  t.is(success.headers.get('idempotent-replayed'), 'true');
  refused = true;
  const refusal = await send();
  t.is(refusal.status, 409);
  t.is(refusal.headers.get('idempotent-replayed'), 'true');
  t.is(refusal.headers.get('x-request-id'), 'second');
  t.is(refusal.body.error.request_id, 'first');
});

test('a sane X-Request-Id is used, another is replaced, and every answer has one', async (t) => {
  const { request, stop } = await startApi({ pool: fakePool() });
  t.teardown(stop);
  const idFor = async (path: string, sent?: string) =>
    (await request('GET', path, { key, headers: sent ? { 'x-request-id': sent } : {} })).headers.get('x-request-id');
  t.is(await idFor('/me', 'order 7/a'), 'order 7/a');
  t.regex((await idFor('/me', 'x'.repeat(201)))!, /^[0-9a-f-]{36}$/);
  t.regex((await idFor('/me', 'caf\u00e9'))!, /^[0-9a-f-]{36}$/);
  t.regex((await idFor('/me'))!, /^[0-9a-f-]{36}$/);
  t.truthy(await idFor('/nothing'));
  t.truthy(await idFor('//healthz'));
});

test('trouble inside is a generic 500 with rate headers; nothing of it leaves', async (t) => {
  const secret = 'relation "app.orders" does not exist';
  const { request, stop } = await startApi({
    pool: fakePool(() => ({ sqlstate: '42P01', message: secret, context: secret })),
  });
  t.teardown(stop);
  const answer = await request('GET', '/orders', { key });
  t.is(answer.status, 500);
  t.is(answer.body.error.code, 'INTERNAL');
  t.notRegex(answer.text, /app\.orders/);
  t.true(answer.headers.has('x-ratelimit-limit'));
});

test('a database that is away is 503 with Retry-After', async (t) => {
  const { request, stop } = await startApi({
    pool: fakePool(() => {
      throw Object.assign(new Error('connect ENOENT /tmp/s.PGSQL'), { code: 'ENOENT', syscall: 'connect' });
    }),
  });
  t.teardown(stop);
  for (const path of ['/orders', '/orders?limit=x', '/nothing']) {
    const answer = await request('GET', path, { key });
    t.is(answer.status, 503, path);
    t.is(answer.body.error.code, 'UNAVAILABLE');
    t.is(answer.headers.get('retry-after'), '2');
  }
});

test('probes are read, and nothing else can be done with them', async (t) => {
  const { request, stop } = await startApi({ pool: fakePool() });
  t.teardown(stop);
  for (const path of ['//healthz', '//readyz', '//metrics']) {
    const answer = await request('POST', path);
    t.deepEqual([answer.status, answer.body.error.code], [405, 'METHOD_NOT_ALLOWED'], path);
    t.is(answer.headers.get('allow'), 'GET, HEAD');
  }
});

test('health, readiness and metrics need no key; a draining process is not ready', async (t) => {
  let ready = true;
  const { request, stop } = await startApi({ pool: fakePool(), ready: () => ready });
  t.teardown(stop);
  t.is((await request('GET', '//healthz')).status, 200);
  t.is((await request('GET', '//readyz')).status, 200);
  ready = false;
  t.is((await request('GET', '//readyz')).status, 503);
  t.is((await request('GET', '//healthz')).status, 200);
  await request('GET', '/me', { key });
  const metrics = await request('GET', '//metrics');
  t.regex(metrics.text, /haat_requests_total\{operation="get_me",status="200"\} 1/);
  t.regex(metrics.text, /haat_request_duration_seconds_bucket\{le="30",operation="get_me"\} 1/);
});

test('every counter is there from the start, at 0, so that Prometheus sees the first event as a rise', async (t) => {
  const { request, stop } = await startApi({ pool: fakePool() });
  t.teardown(stop);
  const { text } = await request('GET', '//metrics');
  for (const operation of [...Object.keys(operations), 'graphql', 'none'])
    for (const status of [operations[operation]?.status ?? 200, 500, 503])
      t.true(
        text.includes(`haat_requests_total{operation="${operation}",status="${status}"} 0`),
        `${operation} ${status}`,
      );
  for (const bucket of ['read', 'write', 'staff'])
    for (const reason of ['row', 'queue'])
      t.true(text.includes(`haat_calls_shed_total{bucket="${bucket}",reason="${reason}"} 0`), `${bucket} ${reason}`);
  t.true(text.includes('haat_calls_shed_total{bucket="all",reason="late"} 0'));
  const counters = [...text.matchAll(/^# TYPE (haat_\w+) counter$/gm)].map(([, name]) => name!);
  t.deepEqual(
    counters.filter((name) => !new RegExp(`^${name}\\{`, 'm').test(text)),
    [],
  );
});

test('answers carry the security headers', async (t) => {
  const { request, stop } = await startApi({ pool: fakePool() });
  t.teardown(stop);
  for (const path of ['/me', '/nothing']) {
    const { headers } = await request('GET', path, { key });
    t.is(headers.get('x-content-type-options'), 'nosniff');
    t.is(headers.get('cache-control'), 'no-store');
    t.regex(headers.get('content-security-policy')!, /default-src 'none'/);
  }
});

test('one log line a request: who, what, how long; no secrets, no query values, no bodies', async (t) => {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const { request, stop } = await startApi({ pool: fakePool(), log: pino(stream) });
  t.teardown(stop);
  await request('GET', '/products?search=secretword', { key });
  await request('POST', '/orders', { key, body: { ...order, note: 'secretword' }, idempotencyKey: 'i' });
  t.is(lines.length, 2);
  t.like(JSON.parse(lines[1]!), {
    method: 'POST',
    path: '/ext/v1/orders',
    operation: 'create_order',
    status: 201,
    key_id: 'key-1',
    company_id: 'company-1',
  });
  t.is(typeof JSON.parse(lines[1]!).duration_ms, 'number');
  t.notRegex(lines.join(''), /secretword|service_sk_/);
});

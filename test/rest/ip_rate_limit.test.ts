// The limit per IP address: whom it counts, and for which address; against a database that only answers. With staff: test/staff/ip_rate_limit.test.ts.
import test from 'ava';
import { loadSettings } from '../../server/process/settings.ts';
import { startApi, type TestApi } from '../helpers/api.ts';
import { fakePool, fakeKey as key } from '../helpers/fake-pool.ts';

const rateHeaders = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];

test('the limit per IP address refuses without a call, without rate headers, and spares the probes', async (t) => {
  const pool = fakePool();
  const { request, stop } = await startApi({ pool, ipRequestsPerMinute: 25 });
  t.teardown(stop);
  for (let n = 0; n < 3; n++) await request('GET', '/me', { key: 'wrong' });
  for (const refused of ['service_sk_short', key]) {
    const answer = await request('GET', '/me', { key: refused });
    t.is(answer.status, 429);
    t.is(answer.body.error.code, 'RATE_LIMITED');
    t.truthy(answer.body.error.request_id);
    t.true(Number(answer.headers.get('retry-after')) >= 1);
    for (const name of rateHeaders) t.false(answer.headers.has(name));
  }
  t.deepEqual(pool.names(), ['gate.valid_keys'], 'only what has the form of a key is looked up');
  await request('GET', '/me', { key });
  t.is(pool.statements.length, 1, 'and what was not found not again at once');
  t.is((await request('GET', '//healthz')).status, 200);
});

test('a valid key that this process has not seen is looked up before it is refused, and once', async (t) => {
  const pool = fakePool(({ name, values }) => (name === 'gate.valid_keys' ? { valid: values[0] as Buffer[] } : {}));
  const { request, stop } = await startApi({ pool, ipRequestsPerMinute: 25 });
  t.teardown(stop);
  for (let n = 0; n < 3; n++) await request('GET', '/me', { key: 'wrong' });
  for (let n = 0; n < 3; n++) t.is((await request('GET', '/me', { key })).status, 200);
  t.deepEqual(pool.names(), ['gate.valid_keys', 'gate.call', 'gate.call', 'gate.call']);
  const page = await request('GET', '//ext/v1/openapi.json', { key: 'wrong' });
  t.is(page.status, 200, 'pages that need no key have a count of their own');
});

test('a database that does not answer a look-up is told as such', async (t) => {
  const pool = fakePool(() => {
    throw Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' });
  });
  const { request, stop } = await startApi({ pool, ipRequestsPerMinute: 2 });
  t.teardown(stop);
  for (let n = 0; n < 3; n++) await request('GET', '/me', { key: 'wrong' });
  t.is((await request('GET', '/me', { key })).status, 503);
});

test('a key that was admitted answers to its own windows alone, however many calls come from its address', async (t) => {
  const pool = fakePool();
  const { request, stop } = await startApi({ pool, ipRequestsPerMinute: 5 });
  t.teardown(stop);
  const keys = Array.from({ length: 20 }, (_, n) => `service_sk_${String(n).padStart(40, '0')}`);
  for (const one of [...keys, ...keys]) t.is((await request('GET', '/me', { key: one })).status, 200);
  t.is((await request('POST', '//ext/mcp/v1', { key, body: { jsonrpc: '2.0', id: 1, method: 'ping' } })).status, 200);
  for (let n = 0; n < 6; n++) await request('GET', '/me', { key: 'wrong' });
  t.is((await request('GET', '/me', { key: keys[0] })).status, 200, 'known before the address was over its limit');
  const stranger = await request('GET', '/me', { key: `service_sk_${'z'.repeat(40)}` });
  t.is(stranger.status, 429, 'a guess');
});

test('a key that is over its own limit, or refused by its scopes, is not counted for its address', async (t) => {
  for (const sqlstate of ['HT005', 'HT004']) {
    const pool = fakePool(() => ({ sqlstate, message: 'refused', retry_after: 7 }));
    const { request, stop } = await startApi({ pool, ipRequestsPerMinute: 3 });
    t.teardown(stop);
    for (let n = 0; n < 10; n++) await request('GET', '/me', { key });
    t.is(pool.statements.length, 10);
    t.is((await request('GET', '//ext/mcp/v1/manifest')).status, 200);
  }
});

test('a key that is refused after it was admitted is a failed authentication from then on', async (t) => {
  let revoked = false;
  const pool = fakePool(() => (revoked ? { rate: null, key: null, sqlstate: 'HT002', message: 'revoked' } : {}));
  const { request, stop } = await startApi({ pool, ipRequestsPerMinute: 25 });
  t.teardown(stop);
  t.is((await request('GET', '/me', { key })).status, 200);
  revoked = true;
  const statuses = [];
  for (let n = 0; n < 4; n++) statuses.push((await request('GET', '/me', { key })).status);
  t.deepEqual(statuses, [401, 401, 401, 429]);
  t.is(pool.names().at(-1), 'gate.valid_keys');
});

test('what needs no key counts for the address, with a key that is known as well', async (t) => {
  const { request, stop } = await startApi({ pool: fakePool(), ipRequestsPerMinute: 5 });
  t.teardown(stop);
  await request('GET', '/me', { key });
  const statuses = [];
  for (let n = 0; n < 6; n++) statuses.push((await request('GET', '//ext/mcp/v1/manifest', { key })).status);
  t.deepEqual(statuses, [200, 200, 200, 200, 200, 429]);
});

test('behind a trusted proxy each client has its own count; from other addresses the header says nothing', async (t) => {
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
  const { trustedProxies } = loadSettings({ TRUSTED_PROXIES: '127.0.0.0/8' });
  const trusting = await startApi({ pool: fakePool(), ipRequestsPerMinute: 2, trustedProxies });
  const wary = await startApi({ pool: fakePool(), ipRequestsPerMinute: 2 });
  t.teardown(() => Promise.all([trusting.stop(), wary.stop()]));
  const ask = async (api: TestApi, ...addresses: string[]) => {
    const statuses = [];
    for (const address of addresses)
      statuses.push((await api.request('GET', '//ext/mcp/v1/manifest', from(address))).status);
    return statuses;
  };
  const clients = ['198.51.100.1', '198.51.100.2', '198.51.100.1', '198.51.100.2', '198.51.100.1'];
  t.deepEqual(await ask(trusting, ...clients), [200, 200, 200, 200, 429]);
  t.deepEqual(await ask(wary, ...clients), [200, 200, 429, 429, 429]);
});

// The protocol itself: versions, answers that are none, who may call from where.
import test from 'ava';
import { startApi, type TestApi } from '../helpers/api.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { fakeKey, fakePool } from '../helpers/fake-pool.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createKey, createShop, type TestKey, type TestShop } from '../helpers/shop.ts';
import { callTool, post, rpc, toolsPath } from '../helpers/tools.ts';

let db: TestDatabase;
let api: TestApi;
let shop: TestShop;
let key: TestKey;

test.before(async () => {
  db = await borrowDatabase();
  shop = await createShop(db.admin);
  key = shop.storeKey;
  api = await startApi({ pool: db.as('haat_gateway') });
});
test.after.always(async () => {
  await api?.stop();
  await db?.drop();
});

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** A request in the manner of 2026-07-28. */
const stateless = (method: string, params: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  rpc(
    api,
    key,
    method,
    { ...params, _meta: meta },
    {
      headers: {
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
        ...(typeof params.name === 'string' && { 'mcp-name': params.name }),
        ...headers,
      },
    },
  );

test('the handshake settles on the version asked for, else on the newest that has one', async (t) => {
  const asked = async (protocolVersion: unknown) => {
    const { status, body } = await rpc(api, key, 'initialize', { protocolVersion, capabilities: {} });
    t.is(status, 200);
    t.deepEqual(body.result.capabilities, { tools: { listChanged: false } });
    t.is(body.result.serverInfo.name, 'haat');
    t.regex(body.result.instructions, /never follow instructions/);
    return body.result.protocolVersion;
  };
  for (const version of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']) t.is(await asked(version), version);
  for (const version of ['2026-07-28', '1999-01-01', undefined]) t.is(await asked(version), '2025-11-25');
});

test('a client without a handshake discovers the server, lists and calls', async (t) => {
  const discovery = await stateless('server/discover');
  t.is(discovery.status, 200);
  t.like(discovery.body.result, { resultType: 'complete', cacheScope: 'private' });
  t.true(discovery.body.result.supportedVersions.includes('2026-07-28'));
  t.is(discovery.body.result._meta['io.modelcontextprotocol/serverInfo'].name, 'haat');
  const list = await stateless('tools/list');
  t.like(list.body.result, { resultType: 'complete', cacheScope: 'private' });
  t.true(list.body.result.ttlMs > 0);
  const call = await stateless('tools/call', { name: 'get_me', arguments: {} });
  t.is(call.body.result.resultType, 'complete');
  t.is(call.body.result.structuredContent.company.id, shop.companyId);
});

test('what 2026-07-28 took away is not there for those who speak it, nor is what would stay open', async (t) => {
  for (const method of ['initialize', 'ping', 'subscriptions/listen']) {
    const { status, body } = await stateless(method);
    t.is(status, 404, method);
    t.is(body.error.code, -32601, method);
  }
});

test('headers and body must agree on what is asked', async (t) => {
  const call = { name: 'get_me', arguments: {} };
  const cases: [string, Record<string, string>][] = [
    ['tools/call', { 'mcp-method': 'tools/list' }],
    ['tools/call', { 'mcp-method': '' }],
    ['tools/call', { 'mcp-name': 'list_orders' }],
    ['tools/call', { 'mcp-protocol-version': '2025-11-25' }],
    ['tools/call', { 'mcp-protocol-version': '' }],
  ];
  const without = async (name: string) => {
    const headers: Record<string, string> = {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'get_me',
    };
    delete headers[name];
    return rpc(api, key, 'tools/call', { ...call, _meta: meta }, { headers });
  };
  for (const name of ['mcp-protocol-version', 'mcp-method', 'mcp-name']) {
    const { status, body } = await without(name);
    t.is(status, 400, name);
    t.is(body.error.code, -32020, name);
  }
  for (const [method, headers] of cases) {
    const { status, body } = await stateless(method, call, headers);
    t.is(status, 400, JSON.stringify(headers));
    t.is(body.error.code, -32020, JSON.stringify(headers));
    t.is(body.id, 1);
  }
  const encoded = `=?base64?${Buffer.from('get_me').toString('base64')}?=`;
  t.is((await stateless('tools/call', call, { 'mcp-name': encoded })).status, 200);
});

test('a request of 2026-07-28 must say what it speaks', async (t) => {
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' };
  const { status, body } = await rpc(api, key, 'tools/list', {}, { headers });
  t.is(status, 400);
  t.is(body.error.code, -32602);
  t.regex(body.error.message, /protocolVersion.*clientCapabilities/);
});

test('an unknown version is told which there are', async (t) => {
  const byHeader = await rpc(api, key, 'tools/list', {}, { headers: { 'mcp-protocol-version': '2030-01-01' } });
  const byBody = await rpc(api, key, 'tools/list', {
    _meta: { ...meta, 'io.modelcontextprotocol/protocolVersion': '2030-01-01' },
  });
  for (const { status, body } of [byHeader, byBody]) {
    t.is(status, 400);
    t.is(body.error.code, -32022);
    t.is(body.error.data.requested, '2030-01-01');
    t.true(body.error.data.supported.includes('2025-06-18'));
  }
});

test('an older client that sends no version header is served', async (t) => {
  t.is((await rpc(api, key, 'ping')).status, 200);
  t.is((await rpc(api, key, 'ping', {}, { headers: { 'mcp-protocol-version': '2025-06-18' } })).status, 200);
});

test('what is not one message is told so', async (t) => {
  const cases: [unknown, number][] = [
    ['{', -32700],
    [Buffer.from([0x7b, 0xff, 0x7d]).toString('latin1'), -32700],
    ['', -32700],
    [[{ jsonrpc: '2.0', id: 1, method: 'ping' }], -32600],
    [[], -32600],
    ['null', -32600],
    ['"ping"', -32600],
    [{ id: 1, method: 'ping' }, -32600],
    [{ jsonrpc: '2.0', id: 1, method: 7 }, -32600],
    [{ jsonrpc: '2.0', id: null, method: 'ping' }, -32600],
    [{ jsonrpc: '2.0', id: {}, method: 'ping' }, -32600],
    [{ jsonrpc: '2.0', id: 1, method: 'ping', params: [] }, -32600],
    [{ jsonrpc: '2.0', method: 'tools/call', params: { name: 'get_me' } }, -32600],
    [{ jsonrpc: '2.0', id: 1, result: {} }, -32600],
  ];
  for (const [body, code] of cases) {
    const answer = await post(api, key, body);
    t.is(answer.status, 400, JSON.stringify(body));
    t.is(answer.body.error.code, code, JSON.stringify(body));
    t.is(answer.body.jsonrpc, '2.0');
    t.true(answer.headers.has('x-ratelimit-remaining'));
  }
});

test('an id comes back as it was sent', async (t) => {
  for (const id of [0, -1, 1.5, '', 'a"b', '١']) {
    const { body } = await post(api, key, { jsonrpc: '2.0', id, method: 'ping' });
    t.deepEqual(body, { jsonrpc: '2.0', id, result: {} });
  }
});

test('a notification gets no answer', async (t) => {
  for (const method of ['notifications/initialized', 'notifications/unheard']) {
    const { status, text, headers } = await post(api, key, { jsonrpc: '2.0', method });
    t.is(status, 202);
    t.is(text, '');
    t.true(headers.has('x-ratelimit-remaining'));
  }
});

test('there is no stream to open and no session to end', async (t) => {
  for (const method of ['GET', 'DELETE', 'PUT', 'PATCH']) {
    const { status, headers, body } = await api.request(method, toolsPath, { key: key.key });
    t.is(status, 405, method);
    t.is(headers.get('allow'), 'OPTIONS, POST');
    t.is(body.error.code, 'METHOD_NOT_ALLOWED');
    t.true(headers.has('x-ratelimit-remaining'), method);
  }
  const options = await api.request('OPTIONS', toolsPath);
  t.is(options.status, 204);
  t.is(options.headers.get('allow'), 'OPTIONS, POST');
  t.is((await api.request('GET', '//ext/mcp/v1/other', { key: key.key })).status, 404);
});

test('keys are refused as on REST, whatever is asked, without rate headers', async (t) => {
  const revoked = await createKey(db.admin, shop.companyId, { row: { revoked_at: new Date() } });
  const expired = await createKey(db.admin, shop.companyId, { row: { expires_at: new Date(0) } });
  const unknown = { ...key, key: fakeKey };
  const cases: [TestKey | null, string][] = [
    [null, 'UNAUTHORIZED'],
    [unknown, 'UNAUTHORIZED'],
    [{ ...key, key: 'session-token' }, 'UNAUTHORIZED'],
    [revoked, 'KEY_REVOKED'],
    [expired, 'KEY_EXPIRED'],
  ];
  for (const [presented, code] of cases) {
    const answers = [
      await rpc(api, presented, 'initialize'),
      await rpc(api, presented, 'tools/list'),
      await callTool(api, presented, 'get_me'),
      await callTool(api, presented, 'get_product', { id: 7 }),
      await callTool(api, presented, 'no_such_tool'),
      await post(api, presented, '{'),
      await rpc(api, presented, 'ping', {}, { headers: { origin: 'https://evil.example' } }),
    ];
    for (const { status, body, headers } of answers) {
      t.is(status, 401);
      t.is(body.error.code, code);
      t.is(headers.get('www-authenticate'), 'Bearer');
      t.false(headers.has('x-ratelimit-limit'));
    }
  }
});

test('pages and host names that are not ours are refused', async (t) => {
  const ask = (headers: Record<string, string>) => rpc(api, key, 'ping', {}, { headers });
  for (const origin of [
    'https://evil.example',
    'http://localhost.evil.example',
    'https://haat.example.evil',
    'http://haat.example',
    'null',
  ]) {
    const { status, body, headers } = await ask({ origin });
    t.is(status, 403, origin);
    t.is(body.error.code, 'FORBIDDEN');
    t.true(headers.has('x-ratelimit-remaining'));
  }
  for (const origin of [
    'https://haat.example',
    'http://localhost:6274',
    'http://127.0.0.1:3000',
    'http://[::1]:8080',
  ]) {
    t.is((await ask({ origin })).status, 200, origin);
  }
});

test('too large a body and another type are refused as on REST', async (t) => {
  const large = await post(api, key, ' '.repeat(1_000_001));
  t.is(large.status, 413);
  t.is(large.body.error.code, 'VALIDATION_ERROR');
  const other = await post(api, key, '{}', { headers: { 'content-type': 'text/plain' } });
  t.is(other.status, 415);
  t.true(other.headers.has('x-ratelimit-remaining'));
});

test('a database that is away is 503, one that fails in the midst a result that says INTERNAL', async (t) => {
  const away = await startApi({ pool: fakePool(() => ({ rate: null, sqlstate: '08006', message: 'secret' })) });
  const broken = await startApi({ pool: fakePool(() => ({ sqlstate: '22012', message: 'secret' })) });
  const fake = { ...key, key: fakeKey };
  const first = await callTool(away, fake, 'get_me');
  t.is(first.status, 503);
  t.is(first.body.error.code, 'UNAVAILABLE');
  const second = await callTool(broken, fake, 'get_me');
  t.is(second.status, 200);
  t.true(second.body.result.isError);
  t.is(JSON.parse(second.body.result.content[0].text).error.code, 'INTERNAL');
  t.notRegex(first.text + second.text, /secret/);
  await Promise.all([away.stop(), broken.stop()]);
});

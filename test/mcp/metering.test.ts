// What each message costs, counted in the rate windows themselves. see: guides/tools#how-calls-are-counted
import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { startApi, type TestApi } from '../helpers/api.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createKey, createShop, stockVariant, type TestKey, type TestShop } from '../helpers/shop.ts';
import { type Cost, callTool, costOf, post, refusalOf, rpc, toolsPath } from '../helpers/tools.ts';

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

const oneRead: Cost = { read: 1, write: 0 };
const fiveReads: Cost = { read: 5, write: 0 };
const writes = (write: number): Cost => ({ read: 0, write });

const costs = async (t: ExecutionContext, action: () => Promise<unknown>, expected: Cost, of: string) =>
  t.deepEqual(await costOf(db.admin, key, action), expected, of);

test.serial('the handshake, discovery, ping and the list are one read each', async (t) => {
  for (const method of ['initialize', 'server/discover', 'ping', 'tools/list']) {
    await costs(t, () => rpc(api, key, method, { protocolVersion: '2025-11-25' }), oneRead, method);
  }
  const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };
  await costs(t, () => post(api, key, notification), oneRead, 'notification');
});

test.serial('a tool costs what its operation costs, its refusals too', async (t) => {
  const { variantId } = await stockVariant(db.admin, shop, { sku: 'METER' });
  const { rows } = await db.admin.query('select app.customers.id from app.customers limit 1');
  await costs(t, () => callTool(api, key, 'list_products'), oneRead, 'list_products');
  await costs(t, () => callTool(api, key, 'get_product', { id: randomUUID() }), oneRead, 'not found');
  await costs(t, () => callTool(api, key, 'get_product', { id: 'x' }), oneRead, 'bad arguments');
  await costs(t, () => callTool(api, key, 'get_sales_summary', { period: 'today' }), fiveReads, 'get_sales_summary');
  await costs(t, () => callTool(api, key, 'get_sales_summary', { period: 'never' }), fiveReads, 'bad report');
  await costs(
    t,
    () => callTool(api, key, 'get_customer_summary', { id: rows[0]?.id ?? randomUUID() }),
    fiveReads,
    'customer',
  );
  const adjustment = { variant_id: variantId, location_id: shop.locationId, quantity_change: 1, reason: 'found' };
  const key1 = randomUUID();
  const adjust = () => callTool(api, key, 'adjust_inventory', { ...adjustment, idempotency_key: key1 });
  await costs(t, adjust, writes(1), 'adjust_inventory');
  await costs(t, adjust, writes(1), 'its replay');
  await costs(t, () => callTool(api, key, 'adjust_inventory', adjustment), writes(1), 'without its key');
});

test.serial('a write with image links is one write a link, and at least one', async (t) => {
  const named = (name: string) => ({ name: `${name} ${randomUUID()}` });
  const link = 'https://127.0.0.1:1/picture.png';
  await costs(t, () => callTool(api, key, 'create_category', named('None')), writes(1), 'no link');
  await costs(
    t,
    () => callTool(api, key, 'create_category', { ...named('One'), image_url: link }),
    writes(1),
    'one link',
  );
  const two = { ...named('Two'), image_url: link, banner_url: link };
  await costs(t, () => callTool(api, key, 'create_category', two), writes(2), 'two links');
  await costs(
    t,
    () => callTool(api, key, 'create_brand', { ...named('Brand'), logo_url: link, banner_url: link }),
    writes(2),
    'brand',
  );
  const product = () => ({
    ...named('Pictured'),
    variants: [{ sku: randomUUID(), name: 'One', price: 5 }],
    images: [{ source_url: link }, { source_url: link }, { source_url: link }],
  });
  await costs(t, () => callTool(api, key, 'create_product', product()), writes(3), 'three links');
  const { productId } = await stockVariant(db.admin, shop, { sku: 'PICTURES', quantity: 0 });
  const images = [{ source_url: link }, { source_url: link }];
  await costs(
    t,
    () => callTool(api, key, 'add_product_images_from_urls', { id: productId, images }),
    writes(2),
    'images',
  );
});

test.serial('a tool that counts as several and does not fit the window takes nothing of it', async (t) => {
  const small = await createShop(db.admin, { reads_per_minute: 6, writes_per_minute: 2 });
  const links = Array.from({ length: 3 }, () => ({ source_url: 'https://127.0.0.1:1/picture.png' }));
  const cost = await costOf(db.admin, small.storeKey, async () => {
    const call = async (name: string, args: object) => (await callTool(api, small.storeKey, name, args)).status;
    const statuses = [
      await call('get_customer_summary', { id: randomUUID() }),
      await call('get_customer_summary', { id: randomUUID() }),
      await call('get_sales_summary', { period: 'never' }),
      await call('add_product_images_from_urls', { id: randomUUID(), images: links }),
    ];
    t.deepEqual(statuses, [200, 429, 429, 429]);
  });
  t.deepEqual(cost, fiveReads);
});

test.serial('what is no message of ours is one write', async (t) => {
  const cases: [string, () => Promise<unknown>][] = [
    ['unknown tool', () => callTool(api, key, 'drop_tables')],
    ['no tool', () => rpc(api, key, 'tools/call')],
    ['unknown method', () => rpc(api, key, 'resources/list')],
    ['method of Object', () => rpc(api, key, 'constructor')],
    ['unknown notification', () => post(api, key, { jsonrpc: '2.0', method: 'notifications/unheard' })],
    ['batch', () => post(api, key, [{ jsonrpc: '2.0', id: 1, method: 'ping' }])],
    ['empty batch', () => post(api, key, [])],
    ['broken JSON', () => post(api, key, '{')],
    ['no body', () => post(api, key, '')],
    ['no JSON-RPC', () => post(api, key, { id: 1, method: 'ping' })],
    ['an answer', () => post(api, key, { jsonrpc: '2.0', id: 1, result: {} })],
    ['another type', () => post(api, key, 'ping', { headers: { 'content-type': 'text/plain' } })],
    ['too large', () => post(api, key, ' '.repeat(1_000_001))],
    ['foreign page', () => rpc(api, key, 'ping', {}, { headers: { origin: 'https://evil.example' } })],
    ['unknown version', () => rpc(api, key, 'ping', {}, { headers: { 'mcp-protocol-version': '1999-01-01' } })],
    ['DELETE', () => api.request('DELETE', toolsPath, { key: key.key })],
  ];
  for (const [of, action] of cases) await costs(t, action, writes(1), of);
  await costs(t, () => api.request('GET', toolsPath, { key: key.key }), oneRead, 'GET');
});

test.serial('a tool outside the scopes is one write, whatever it would have cost', async (t) => {
  const narrow = await createKey(db.admin, shop.companyId, { storeId: shop.stores[0].id, scopes: ['locations:read'] });
  const link = 'https://127.0.0.1:1/picture.png';
  const cases: [string, object][] = [
    ['list_orders', {}],
    ['list_orders', { limit: 'many' }],
    ['get_sales_summary', {}],
    ['get_customer_summary', { id: randomUUID() }],
    ['create_category', { name: 'Two', image_url: link, banner_url: link }],
    ['adjust_inventory', {}],
  ];
  for (const [name, args] of cases) {
    const cost = await costOf(db.admin, narrow, async () => {
      const answer = await callTool(api, narrow, name, args);
      t.is(refusalOf(answer)?.code, 'FORBIDDEN_SCOPE', name);
      t.true(answer.headers.has('x-ratelimit-remaining'), name);
    });
    t.deepEqual(cost, writes(1), name);
  }
});

test.serial('REST and tools share the windows of a key', async (t) => {
  const both = async () => {
    await api.request('GET', '/me', { key: key.key });
    await callTool(api, key, 'get_me');
  };
  await costs(t, both, { read: 2, write: 0 }, 'both');
});

test.serial('over the limit is 429 as on REST, with the seconds to wait', async (t) => {
  const small = await createShop(db.admin, { reads_per_minute: 2, writes_per_minute: 1 });
  for (;;) {
    await db.admin.query('delete from gate.rate_windows');
    const answers = [];
    for (let n = 0; n < 3; n++) answers.push(await callTool(api, small.storeKey, 'get_me'));
    if (new Set(answers.map(({ headers }) => headers.get('x-ratelimit-reset'))).size > 1) continue;
    t.deepEqual(
      answers.map(({ headers }) => headers.get('x-ratelimit-remaining')),
      ['1', '0', '0'],
    );
    const { status, body, headers } = answers[2]!;
    t.is(status, 429);
    t.is(body.error.code, 'RATE_LIMITED');
    t.regex(headers.get('retry-after')!, /^\d+$/);
    t.is((await rpc(api, small.storeKey, 'ping')).status, 429);
    // Reads and writes are counted apart.
    t.is((await rpc(api, small.storeKey, 'nothing')).status, 200);
    t.is((await rpc(api, small.storeKey, 'nothing')).status, 429);
    return;
  }
});

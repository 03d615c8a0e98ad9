// What is free-form is kept to the letter, whichever door it came by.
import { randomUUID } from 'node:crypto';
import test from 'ava';
import { startApi, type TestApi } from '../helpers/api.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createShop, stockVariant, type TestShop } from '../helpers/shop.ts';

let db: TestDatabase;
let api: TestApi;
let shop: TestShop;

test.before(async () => {
  db = await borrowDatabase();
  shop = await createShop(db.admin);
  await stockVariant(db.admin, shop, { sku: 'LUNGI', quantity: 1000, price: 450 });
  api = await startApi({ pool: db.as('haat_gateway') });
});
test.after.always(async () => {
  await api?.stop();
  await db?.drop();
});

test('a shipping address comes back to the letter: through REST, tools and events', async (t) => {
  const key = shop.storeKey;
  const address = `{ "n": 12345678901234567890, "10": 1.10, "2": 1e400,
    "__proto__": {"line": "\\u09a2াকা"}, "twice": 1, "twice": null, "none": null }`;
  const rest = (idempotencyKey: string, text = address) =>
    api.request('POST', '/orders', {
      key: key.key,
      idempotencyKey,
      raw: `{"items":[{"sku":"LUNGI","quantity":1}],"shipping_address":${text},
        "customer":{"phone":"01711111111","full_name":"Karim"}}`,
      headers: { 'content-type': 'application/json' },
    });
  const tool = (text: string) =>
    api.request('POST', '//ext/mcp/v1', {
      key: key.key,
      raw: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_order","arguments":{
        "idempotency_key":"${randomUUID()}","customer":{"phone":"01711111111"},"items":[{"sku":"LUNGI","quantity":1}],
        "shipping_address":${text}}}}`,
      headers: { 'content-type': 'application/json' },
    });
  const placed = await rest('to-the-letter');
  t.is(placed.status, 201, placed.text);
  const read = await api.request('GET', `/orders/${placed.body.id}`, { key: key.key });
  for (const answer of [placed, read, await tool(address)])
    t.true(answer.text.includes(`"shipping_address":${address},`));
  const { rows } = await db.admin.query(
    `select internal.event_envelope(e, '2026-08') as body from app.events e where e.object_id = $1`,
    [placed.body.id],
  );
  t.true(rows[0].body.includes(`"shipping_address":${address},`));

  t.is((await rest('to-the-letter')).headers.get('idempotent-replayed'), 'true');
  const other = await rest('to-the-letter', address.replace('7890', '7891'));
  t.is(other.body.error.code, 'IDEMPOTENCY_CONFLICT');
  for (const bad of ['{"a":"\\u0000","a":1}', '[]', `{"a":${'['.repeat(9)}${']'.repeat(9)},"a":1}`]) {
    t.is((await rest(randomUUID(), bad)).status, 422, bad);
  }
});

test('null as shipping address is none', async (t) => {
  const placed = await api.request('POST', '/orders', {
    key: shop.storeKey.key,
    idempotencyKey: randomUUID(),
    body: {
      customer: { phone: '01711111111', full_name: 'Karim' },
      items: [{ sku: 'LUNGI', quantity: 1 }],
      shipping_address: null,
    },
  });
  t.is(placed.body.shipping_address, null);
});

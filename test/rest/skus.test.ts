// SKUs are one where they differ only in letter case, Unicode form and blanks: new ones are refused, those from before stay, and
// look-ups find the spelling that was asked for, else the only one there is.
import { randomUUID } from 'node:crypto';
import test from 'ava';
import { startApi, type TestApi } from '../helpers/api.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { callers } from '../helpers/long.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createShop, stockVariant, type TestShop } from '../helpers/shop.ts';

let db: TestDatabase;
let shop: TestShop;
let api: TestApi;
test.before(async () => {
  db = await borrowDatabase();
  shop = await createShop(db.admin);
  api = await startApi({ pool: db.as('haat_gateway', { max: callers(10) }) });
  await ask('POST', '/attributes', { name: 'Size', type: 'variant', values: [{ value: '0' }, { value: '1' }] });
});
test.after.always(async () => {
  await api?.stop();
  await db?.drop();
});

const ask = (method: string, path: string, body?: object) =>
  api.request(method, path, {
    key: shop.storeKey.key,
    ...(body && { body }),
    ...(method !== 'GET' && { idempotencyKey: randomUUID() }),
  });

const variant = (sku: string, n: number) => ({
  sku,
  name: sku,
  price: 10,
  options: [{ attribute: 'Size', value: `${n}` }],
});
const create = (...skus: string[]) => ask('POST', '/products', { name: 'Mug', variants: skus.map(variant) });

/** Spellings of one SKU: letter case, the two forms of a letter, blanks inside. */
const spellings = (n: string) => [`Mug Café-${n}`, `MUG CAFÉ-${n}`, `mug cafe\u0301-${n}`, `Mug  Café-${n}`];

test('a SKU that another variant has in another spelling is refused on every way in', async (t) => {
  for (const [n, spelling] of spellings('A').entries()) {
    if (n === 0) {
      t.is((await create(spelling)).status, 201);
      continue;
    }
    const refused = await create('FREE-1', spelling);
    t.deepEqual(
      [refused.status, refused.body.error.fields],
      [409, { 'variants.1.sku': [`${spelling} is already taken`] }],
    );
  }
  const { body: other } = await create('other');
  const [{ id }] = other.variants;
  for (const path of [`/variants/${id}`, '/variants/other']) {
    const { status, body } = await ask('PATCH', path, { sku: 'MUG CAFÉ-A' });
    t.deepEqual([status, body.error.fields], [409, { sku: ['MUG CAFÉ-A is already taken'] }]);
  }
  const sent = await ask('PATCH', `/products/${other.id}`, { variants: [{ id, sku: 'mug café-a' }] });
  t.deepEqual([sent.status, Object.keys(sent.body.error.fields)], [409, ['variants.0.sku']]);
  t.is((await create('one', 'ONE')).status, 409, 'twice in one request');
  // Its own SKU in another spelling, and two that change places, are not taken.
  t.is((await ask('PATCH', `/variants/${id}`, { sku: 'OTHER' })).body.sku, 'OTHER');
  const { body: two } = await create('left', 'right');
  const [left, right] = two.variants;
  const swapped = await ask('PATCH', `/products/${two.id}`, {
    variants: [
      { id: left.id, sku: 'Right' },
      { id: right.id, sku: 'Left' },
    ],
  });
  t.is(swapped.status, 200, swapped.text);
});

test('of many that make one SKU at once in different spellings, one does', async (t) => {
  for (let round = 0; round < 5; round++) {
    const answers = await Promise.all(spellings(`race-${round}`).map((sku) => create(sku)));
    t.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409]);
  }
});

test('a look-up finds the SKU as it is spelled, else the only one that is alike', async (t) => {
  const [spelled, ...others] = spellings('find');
  const { body: product } = await create(spelled!);
  const [{ id }] = product.variants;
  const level = { location_id: shop.locationId, quantity_change: 5, reason: 'stock' };
  for (const sku of [spelled!, ...others]) {
    t.is((await ask('GET', `/variants/${encodeURIComponent(sku)}`)).body.id, id, sku);
    t.is((await ask('POST', '/inventory/adjustments', { ...level, sku })).body.variant_id, id, sku);
    const customer = { phone: '01712345678', full_name: 'Rahima' };
    const order = await ask('POST', '/orders', { customer, items: [{ sku, quantity: 1 }] });
    t.is(order.body.items?.[0].variant_id, id, order.text);
    const { body } = await ask('GET', `/inventory/movements?sku=${encodeURIComponent(sku)}`);
    t.true(body.data.length > 0, sku);
  }
  t.is((await ask('GET', '/variants/MUG-CAFE')).status, 404);
});

test('SKUs that were alike before stay as they are, each found by its spelling, and are a remark of the books', async (t) => {
  // One after the other: the remark names the oldest first.
  const old = [];
  for (const sku of ['Old-1', 'Old-2']) old.push(await stockVariant(db.admin, shop, { sku, quantity: 3 }));
  await db.admin.query(`update app.variants set sku = 'OLD-1' where id = $1`, [old[1]!.variantId]);
  t.is((await ask('GET', '/variants/Old-1')).body.id, old[0]!.variantId);
  t.is((await ask('GET', '/variants/OLD-1')).body.id, old[1]!.variantId);
  const { status, body } = await ask('GET', '/variants/old-1');
  t.deepEqual([status, Object.keys(body.error.fields)], [409, ['identifier']]);
  // What sends back the SKU that it has changes nothing and is not refused; a third one is.
  t.is((await ask('PATCH', '/variants/OLD-1', { sku: 'OLD-1', price: 77 })).status, 200);
  t.is((await create('oLD-1')).status, 409);
  const { rows } = await db
    .as('haat_dba')
    .query('select skus from ledger.skus_alike where store_id = $1', [shop.stores[0].id]);
  t.deepEqual(rows, [{ skus: ['Old-1', 'OLD-1'] }]);
  t.is((await ask('PATCH', '/variants/OLD-1', { sku: 'OLD-2' })).status, 200);
  t.is((await ask('GET', '/variants/old-1')).body.id, old[0]!.variantId);
});

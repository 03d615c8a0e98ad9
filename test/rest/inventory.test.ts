// Stock through REST, over the real database.
import { randomUUID } from 'node:crypto';
import test from 'ava';
import { startApi, type TestApi } from '../helpers/api.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { answersAs } from '../helpers/documents.ts';
import { createShop, stockVariant, type TestShop } from '../helpers/shop.ts';

let db: TestDatabase;
let api: TestApi;
let shop: TestShop;

test.before(async () => {
  db = await freshDatabase();
  shop = await createShop(db.admin);
  api = await startApi({ pool: db.as('haat_gateway') });
});
test.after.always(async () => {
  await api?.stop();
  await db?.drop();
});

const get = (path: string) => api.request('GET', path, { key: shop.storeKey.key });
const adjust = (body: object, idempotencyKey: string = randomUUID()) =>
  api.request('POST', '/inventory/adjustments', {
    key: shop.storeKey.key,
    body: { location_id: shop.locationId, reason: 'count', ...body },
    idempotencyKey,
  });

test('an adjustment answers the level, and its reason stands in the ledger', async (t) => {
  const { variantId } = await stockVariant(db.admin, shop, { sku: 'RICE', quantity: 10 });
  const answer = await adjust({ sku: 'RICE', quantity_change: -3, type: 'damage', reason: 'wet bag' });
  t.is(answer.status, 201, answer.text);
  answersAs(t, 'create_inventory_adjustment', answer.body);
  t.like(answer.body, { on_hand: 7, reserved: 0, available: 7, status: 'in_stock' });
  const ledger = await get(`/inventory/movements?variant_id=${variantId}`);
  answersAs(t, 'list_inventory_movements', ledger.body);
  t.like(ledger.body.data[0], {
    sequence: 2,
    type: 'damage',
    quantity_change: -3,
    on_hand_after: 7,
    reason: 'wet bag',
  });
  t.is(ledger.body.data[0].actor.type, 'api_key');
  t.notRegex(ledger.text, /cost/);
});

test('an absolute target is reached under the guard, and a guard that differs changes nothing', async (t) => {
  await stockVariant(db.admin, shop, { sku: 'DAL', quantity: 10 });
  t.is((await adjust({ sku: 'DAL', set_on_hand: 4, expected_on_hand: 10 })).body.on_hand, 4);
  const refused = await adjust({ sku: 'DAL', set_on_hand: 9, expected_on_hand: 10 });
  t.is(refused.status, 409);
  t.truthy(refused.body.error.fields.expected_on_hand);
  t.is((await adjust({ sku: 'DAL', set_on_hand: 4 })).body.on_hand, 4);
});

test('stock never goes below zero', async (t) => {
  await stockVariant(db.admin, shop, { sku: 'OIL', quantity: 2 });
  const answer = await adjust({ sku: 'OIL', quantity_change: -3 });
  t.is(answer.status, 422);
  t.truthy(answer.body.error.fields.quantity_change);
});

test('a location or variant that is not there is 404', async (t) => {
  await stockVariant(db.admin, shop, { sku: 'SALT' });
  t.is((await adjust({ sku: 'NOTHING', quantity_change: 1 })).status, 404);
  t.is((await adjust({ sku: 'SALT', quantity_change: 1, location_id: randomUUID() })).status, 404);
});

test('the same adjustment sent twice is made once', async (t) => {
  await stockVariant(db.admin, shop, { sku: 'SUGAR', quantity: 10 });
  const key = randomUUID();
  const first = await adjust({ sku: 'SUGAR', quantity_change: 5 }, key);
  const second = await adjust({ sku: 'SUGAR', quantity_change: 5 }, key);
  t.is(second.text, first.text);
  t.is((await get('/variants/SUGAR')).status, 200);
  const level = await get(`/inventory/levels?variant_id=${first.body.variant_id}`);
  t.is(level.body.data[0].on_hand, 15);
});

test('levels by location, low stock, and what was never stocked', async (t) => {
  const low = await stockVariant(db.admin, shop, { sku: 'LOW', quantity: 3 });
  await adjust({ sku: 'LOW', quantity_change: 1, low_stock_threshold: 50 });
  const never = await stockVariant(db.admin, shop, { sku: 'NEVER', quantity: 0 });
  const variants = async (query: string) => {
    const page = await get(`/inventory/levels?limit=100&${query}`);
    answersAs(t, 'list_inventory_levels', page.body);
    return page.body.data.map((row: { variant_id: string }) => row.variant_id);
  };
  t.true((await variants('low_stock=true')).includes(low.variantId));
  t.false((await variants('low_stock=false')).includes(low.variantId));
  t.false((await variants(`warehouse_id=${shop.secondLocationId}`)).includes(low.variantId));
  const missing = await variants(`missing_only=true&warehouse_id=${shop.locationId}`);
  t.true(missing.includes(never.variantId));
  t.false(missing.includes(low.variantId));
});

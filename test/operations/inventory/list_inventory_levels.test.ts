import test from 'ava';
import { startApi, type TestApi } from '../../helpers/api.ts';
import type { TestDatabase } from '../../helpers/database.ts';
import { answersAs } from '../../helpers/documents.ts';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { stock } from '../../helpers/operations/makers.ts';
import { borrowDatabase } from '../../helpers/shared-database.ts';
import { asCompany, callGate, createShop, stockVariant, type TestShop } from '../../helpers/shop.ts';

let db: TestDatabase;
let api: TestApi;
let shop: TestShop;
let rival: TestShop;
test.before(async () => {
  db = await borrowDatabase();
  api = await startApi({ pool: db.as('haat_gateway') });
  shop = await createShop(db.admin);
  rival = await createShop(db.admin);
  // Four with stock at the default location, three without; D's product is archived.
  for (const [sku, quantity] of [
    ['LOW', 2],
    ['EDGE', 5],
    ['HIGH', 9],
    ['NONE', 3],
    ['A', 0],
    ['B', 0],
    ['C', 0],
    ['D', 0],
  ] as const)
    await stockVariant(db.admin, shop, { sku, quantity });
  await stockVariant(db.admin, shop, { sku: 'OTHER', storeId: shop.stores[1].id });
  await stockVariant(db.admin, rival, { sku: 'RIVAL' });
  await asCompany(db.admin, shop.companyId, async (client) => {
    await client.query(
      `update app.variants set low_stock_threshold = 5 where company_id = $1 and sku in ('LOW', 'EDGE', 'HIGH')`,
      [shop.companyId],
    );
    await client.query(`update app.products set status = 'archived' where company_id = $1 and name = 'Product D'`, [
      shop.companyId,
    ]);
    await client.query(
      `select api.create_inventory_adjustment(jsonb_build_object('store_id', $1::uuid, 'location_id', $2::uuid, 'sku', 'NONE', 'set_on_hand', 0, 'reason', 'gone'))`,
      [shop.stores[0].id, shop.locationId],
    );
  });
});
test.after.always(async () => {
  await api?.stop();
  await db?.drop();
});

const list = async (input: Record<string, unknown>, key = shop.storeKey) =>
  callGate(db.as('haat_gateway'), key, 'list_inventory_levels', input, { bucket: 'read' });
const skus = async (input: Record<string, unknown>, key = shop.storeKey) =>
  (await list(input, key)).result.data.map((level: { sku: string }) => level.sku);

testCommonRules('list_inventory_levels', () => ({ db, api }), {
  async sound(maker) {
    await stock(maker);
    return {};
  },
  wrong: [
    [{ limit: 0 }, 'limit'],
    [{ sort: 'name' }, 'sort'],
    [{ starting_after: 7 }, 'starting_after'],
    [{ warehouse_id: 'dhaka' }, 'warehouse_id'],
    [{ low_stock: 'maybe' }, 'low_stock'],
  ],
});

test('levels of other stores and companies are not seen', async (t) => {
  t.deepEqual(await skus({}), ['NONE', 'HIGH', 'EDGE', 'LOW']);
  t.deepEqual(await skus({}, shop.companyKey), ['OTHER', 'NONE', 'HIGH', 'EDGE', 'LOW']);
  t.deepEqual(await skus({ store_id: shop.stores[1].id }, shop.companyKey), ['OTHER']);
  t.is((await list({ store_id: rival.stores[0].id })).outcome.sqlstate, 'HT100');
  t.deepEqual(await skus({ warehouse_id: rival.locationId }), []);
  t.deepEqual(await skus({ warehouse_id: rival.locationId, missing_only: true }), []);
});

test('low_stock is at or below the threshold', async (t) => {
  t.deepEqual(await skus({ low_stock: true }), ['NONE', 'EDGE', 'LOW']);
  t.deepEqual(await skus({ low_stock: false }), ['HIGH']);
  const { result } = await list({});
  t.deepEqual(
    result.data.map((level: { is_low_stock: boolean; status: string }) => [level.is_low_stock, level.status]),
    [
      [true, 'out_of_stock'],
      [false, 'in_stock'],
      [true, 'low_stock'],
      [true, 'low_stock'],
    ],
  );
});

test('by location and by variant', async (t) => {
  t.deepEqual(await skus({ warehouse_id: shop.secondLocationId }), []);
  const [level] = (await list({ limit: 1 })).result.data;
  t.deepEqual(await skus({ variant_id: level.variant_id, warehouse_id: shop.locationId }), ['NONE']);
});

test('missing_only pages by variant id, forward and back, newest first or oldest first', async (t) => {
  const missing = { missing_only: true, warehouse_id: shop.locationId };
  t.deepEqual(await skus(missing), ['C', 'B', 'A']);
  t.deepEqual(await skus({ ...missing, sort: 'created_at' }), ['A', 'B', 'C']);
  const first = await list({ ...missing, limit: 2 });
  t.true(first.result.meta.has_more);
  t.is(first.result.meta.next_cursor, first.result.data[1].variant_id);
  const second = await list({ ...missing, limit: 2, starting_after: first.result.meta.next_cursor });
  t.deepEqual(
    second.result.data.map((row: { sku: string }) => row.sku),
    ['A'],
  );
  t.deepEqual(second.result.meta, { has_more: false, next_cursor: null });
  t.deepEqual(await skus({ ...missing, ending_before: second.result.data[0].variant_id }), ['C', 'B']);
  t.is((await list({ ...missing, starting_after: rival.locationId })).outcome.sqlstate, 'HT100');
});

test('a missing level has no id and no times, zero quantities and its own status', async (t) => {
  const { result } = await list({ missing_only: true, warehouse_id: shop.locationId, limit: 1 });
  answersAs(t, 'list_inventory_levels', result);
  t.like(result.data[0], {
    id: null,
    created_at: null,
    updated_at: null,
    on_hand: 0,
    reserved: 0,
    available: 0,
    status: 'stock_not_set',
    location_id: shop.locationId,
    store_id: shop.stores[0].id,
  });
  t.is(result.data[0].location.name, 'Dhaka');
  t.is(result.data[0].variant.product_name, 'Product C');
  // At the other location nothing of this store was ever stocked.
  t.is((await skus({ missing_only: true, warehouse_id: shop.secondLocationId })).length, 7);
});

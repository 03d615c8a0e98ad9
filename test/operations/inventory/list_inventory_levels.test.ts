import { randomUUID } from 'node:crypto';
import test from 'ava';
import { startApi, type TestApi } from '../../helpers/api.ts';
import type { TestDatabase } from '../../helpers/database.ts';
import { answersAs } from '../../helpers/documents.ts';
import { runs } from '../../helpers/long.ts';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { stock } from '../../helpers/operations/makers.ts';
import fc from '../../helpers/properties.ts';
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
    [{ updated_after: 'yesterday' }, 'updated_after'],
    [{ updated_after: '2026-01-01T00:00:00Z', missing_only: true, warehouse_id: randomUUID() }, 'updated_after'],
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

test('by SKU, in any letter case, with a level and without one', async (t) => {
  t.deepEqual(await skus({ sku: 'EDGE' }), ['EDGE']);
  t.deepEqual(await skus({ sku: 'edge', warehouse_id: shop.locationId, low_stock: true }), ['EDGE']);
  t.deepEqual(await skus({ sku: 'EDGE', warehouse_id: shop.secondLocationId }), []);
  t.deepEqual(await skus({ sku: 'OTHER' }), []);
  t.deepEqual(await skus({ sku: 'OTHER' }, shop.companyKey), ['OTHER']);
  const missing = { missing_only: true, warehouse_id: shop.locationId };
  t.deepEqual(await skus({ ...missing, sku: 'b' }), ['B']);
  t.deepEqual(await skus({ ...missing, sku: 'EDGE' }), []);
  t.deepEqual(await skus({ ...missing, sku: 'no such' }), []);
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

test('updated_after gives each level that changed since, by stock or by threshold, once, whatever came before', async (t) => {
  const own = await createShop(db.admin);
  const gateway = db.as('haat_gateway');
  const skus = Array.from({ length: 8 }, (_, n) => `S${n}`);
  for (const sku of skus) await stockVariant(db.admin, own, { sku, quantity: 20, price: 10 });
  const write = async (operation: string, input: object) => {
    const { outcome } = await callGate(gateway, own.storeKey, operation, input);
    if (outcome.sqlstate) throw new Error(`${operation}: ${outcome.message}`);
  };
  const adjust = (sku: string, more: object) =>
    write('create_inventory_adjustment', { location_id: own.locationId, sku, reason: 'counted', ...more });
  const sku = fc.constantFrom(...skus);
  const act = fc.oneof(
    fc.tuple(sku, fc.integer({ min: 1, max: 9 })).map(
      ([of, more]) =>
        () =>
          adjust(of, { quantity_change: more }),
    ),
    // Its threshold alone; the same again changes nothing.
    fc.tuple(sku, fc.integer({ min: 0, max: 3 })).map(
      ([of, threshold]) =>
        () =>
          asCompany(db.admin, own.companyId, (client) =>
            client.query('update app.variants set low_stock_threshold = $3 where company_id = $1 and sku = $2', [
              own.companyId,
              of,
              threshold,
            ]),
          ),
    ),
    fc.tuple(sku, sku).map(
      ([one, other]) =>
        () =>
          write('create_order', {
            customer: { phone: '01711111111', full_name: 'Karim' },
            items: [...new Set([one, other])].map((of) => ({ sku: of, quantity: 1 })),
          }),
    ),
  );
  const read = async (input: object) => {
    const found: { id: string; updated_at: string }[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { result } = await list({ ...input, limit: 3, ...(cursor && { starting_after: cursor }) }, own.storeKey);
      found.push(...result.data);
      cursor = result.meta.next_cursor;
    }
    return found.map(({ id }) => id);
  };
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 4 }), fc.boolean(), async (acts, together) => {
      if (together) await Promise.all(acts.map((one) => one()));
      else for (const one of acts) await one();
      const { rows } = await db.admin.query(
        `select id, internal.timestamp_text(updated_at) as at from app.inventory_levels where company_id = $1
         order by created_at desc, id desc`,
        [own.companyId],
      );
      for (const at of new Set<string>(rows.map((row) => row.at)))
        for (const updated_after of [at, new Date(Date.parse(at) + 1).toISOString()])
          t.deepEqual(
            await read({ updated_after }),
            rows.filter((row) => row.at >= updated_after).map((row) => row.id),
            updated_after,
          );
    }),
    { numRuns: runs(6) },
  );
});

test('a level that is made empty while the clock is behind is found by updated_after', async (t) => {
  const own = await createShop(db.admin);
  await stockVariant(db.admin, own, { sku: 'EMPTY', quantity: 0 });
  const asked = new Date(Date.now() - 1000).toISOString();
  const input = { location_id: own.secondLocationId, sku: 'EMPTY', set_on_hand: 0, reason: 'none here' };
  const made = await callGate(db.as('haat_gateway'), own.storeKey, 'create_inventory_adjustment', input);
  t.is(made.outcome.sqlstate, null);
  // Its created_at is that of the clock, its updated_at not below what the clock has shown.
  await asCompany(db.admin, own.companyId, (client) =>
    client.query(`update app.inventory_levels set created_at = created_at - interval '1 hour' where company_id = $1`, [
      own.companyId,
    ]),
  );
  const { result } = await list({ warehouse_id: own.secondLocationId, updated_after: asked }, own.storeKey);
  t.deepEqual(
    result.data.map((level: { sku: string; on_hand: number }) => [level.sku, level.on_hand]),
    [['EMPTY', 0]],
  );
});

test('who asks again from a minute before misses no change that was committed late', async (t) => {
  const own = await createShop(db.admin);
  await stockVariant(db.admin, own, { sku: 'LATE', quantity: 5 });
  const client = await db.admin.connect();
  await client.query('begin');
  await client.query('select gate.enter($1, $2)', [own.storeKey.hash, 'late']);
  await client.query('select api.create_inventory_adjustment($1)', [
    { location_id: own.locationId, sku: 'LATE', quantity_change: 1, reason: 'found' },
  ]);
  const asked = new Date();
  const since = (moment: Date) => list({ updated_after: moment.toISOString() }, own.storeKey);
  const onHand = async (moment: Date) =>
    (await since(moment)).result.data.map((level: { on_hand: number }) => level.on_hand);
  t.deepEqual(await onHand(asked), [], 'it is not committed yet');
  await client.query('commit');
  client.release();
  t.deepEqual(await onHand(new Date(asked.getTime() - 60_000)), [6]);
});

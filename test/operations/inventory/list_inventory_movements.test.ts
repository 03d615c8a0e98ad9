import test from 'ava';
import { startApi, type TestApi } from '../../helpers/api.ts';
import type { TestDatabase } from '../../helpers/database.ts';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { stock } from '../../helpers/operations/makers.ts';
import { openDesk } from '../../helpers/orders.ts';
import { borrowDatabase } from '../../helpers/shared-database.ts';
import { asCompany, callGate, createShop, stockVariant, type TestShop } from '../../helpers/shop.ts';

let db: TestDatabase;
let api: TestApi;
let shop: TestShop;
let rival: TestShop;
let orderId: string;
let variantId: string;
test.before(async () => {
  db = await borrowDatabase();
  api = await startApi({ pool: db.as('haat_gateway') });
  shop = await createShop(db.admin);
  rival = await createShop(db.admin);
  ({ variantId } = await stockVariant(db.admin, shop, { sku: 'ONE' }));
  await stockVariant(db.admin, shop, { sku: 'TWO' });
  await stockVariant(db.admin, shop, { sku: 'ONE', storeId: shop.stores[1].id });
  await stockVariant(db.admin, rival, { sku: 'RIVAL' });
  await asCompany(db.admin, shop.companyId, async (client) => {
    await client.query(
      `select api.create_inventory_adjustment(jsonb_build_object('store_id', $1::uuid, 'location_id', $2::uuid, 'sku', 'ONE', 'quantity_change', -1, 'type', 'damage', 'reason', 'broken'))`,
      [shop.stores[0].id, shop.locationId],
    );
    await client.query(
      `select api.create_inventory_adjustment(jsonb_build_object('store_id', $1::uuid, 'location_id', $2::uuid, 'sku', 'ONE', 'quantity_change', 4, 'reason', 'found'))`,
      [shop.stores[0].id, shop.secondLocationId],
    );
  });
  const { result } = await callGate(
    db.as('haat_gateway'),
    shop.storeKey,
    'create_order',
    {
      customer: { phone: '01712345678', full_name: 'Rahim' },
      items: [
        { sku: 'ONE', quantity: 2 },
        { sku: 'TWO', quantity: 1 },
      ],
    },
    { idempotencyKey: 'order' },
  );
  orderId = result.id;
});
test.after.always(async () => {
  await api?.stop();
  await db?.drop();
});

const list = async (input: Record<string, unknown>, key = shop.storeKey) =>
  callGate(db.as('haat_gateway'), key, 'list_inventory_movements', input, { bucket: 'read' });
const rows = async (input: Record<string, unknown>, key = shop.storeKey) =>
  (await list(input, key)).result.data
    .map((row: Record<string, unknown>) => `${row.sku} ${row.type} ${row.quantity_change} ${row.reserved_change}`)
    .sort();

testCommonRules('list_inventory_movements', () => ({ db, api }), {
  async sound(maker) {
    await stock(maker);
    return {};
  },
  wrong: [
    [{ limit: 0 }, 'limit'],
    [{ sort: 'name' }, 'sort'],
    [{ starting_after: 7 }, 'starting_after'],
    [{ type: 'theft' }, 'type'],
    [{ location_id: 'dhaka' }, 'location_id'],
    [{ created_after: 'yesterday' }, 'created_after'],
  ],
});

test('movements of other stores and companies are not seen', async (t) => {
  t.is((await rows({})).length, 6);
  t.is((await rows({}, shop.companyKey)).length, 7);
  t.is((await rows({}, rival.companyKey)).length, 1);
  t.deepEqual(await rows({ variant_id: variantId }, rival.companyKey), []);
  t.deepEqual(await rows({ sku: 'ONE' }, rival.companyKey), []);
  t.is((await list({ store_id: rival.stores[0].id })).outcome.sqlstate, 'HT100');
});

test('each filter narrows, and they combine', async (t) => {
  const one = ['ONE adjustment 4 0', 'ONE damage -1 0', 'ONE purchase 100 0', 'ONE reservation 0 2'];
  t.deepEqual(await rows({ variant_id: variantId }), one);
  t.deepEqual(await rows({ sku: 'ONE' }), one);
  t.deepEqual(await rows({ sku: 'ONE' }, shop.companyKey), [...one, 'ONE purchase 100 0'].sort());
  t.deepEqual(await rows({ sku: 'nothing' }), []);
  t.deepEqual(await rows({ location_id: shop.secondLocationId }), ['ONE adjustment 4 0']);
  t.deepEqual(await rows({ warehouse_id: shop.secondLocationId }), ['ONE adjustment 4 0']);
  t.deepEqual(await rows({ type: 'damage' }), ['ONE damage -1 0']);
  t.deepEqual(await rows({ order_id: orderId }), ['ONE reservation 0 2', 'TWO reservation 0 1']);
  t.deepEqual(await rows({ order_id: orderId, sku: 'TWO' }), ['TWO reservation 0 1']);
});

test('created_after is inclusive, created_before exclusive', async (t) => {
  const { result } = await list({ sort: 'created_at' });
  const at = result.data[2].created_at;
  const after = (await list({ created_after: at, limit: 100 })).result.data;
  const before = (await list({ created_before: at, limit: 100 })).result.data;
  t.true(after.some((row: { id: string }) => row.id === result.data[2].id));
  t.false(before.some((row: { id: string }) => row.id === result.data[2].id));
  t.is(after.length + before.length, 6);
});

test('a row tells level, change, after, reference and actor, and never a cost', async (t) => {
  const { result } = await list({ order_id: orderId, sku: 'ONE' });
  const [row] = result.data;
  t.like(row, { sequence: 3, on_hand_after: 99, reserved_after: 2, reason: null, request_id: 'test-request' });
  t.is(row.reference.type, 'order');
  t.regex(row.reference.number, /^ORD-/);
  t.deepEqual(row.actor, { type: 'api_key', id: shop.storeKey.id, name: 'Test key' });
  t.notRegex(JSON.stringify(result), /cost/);
});

test('pages follow one another without gap or repetition', async (t) => {
  const all = (await list({})).result.data.map((row: { id: string }) => row.id);
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const { result }: { result: { data: { id: string }[]; meta: { next_cursor: string | null } } } = await list({
      limit: 2,
      ...(cursor && { starting_after: cursor }),
    });
    seen.push(...result.data.map((row) => row.id));
    cursor = result.meta.next_cursor;
  } while (cursor);
  t.deepEqual(seen, all);
});

test('the movements of an order show what came back of it, sound and damaged', async (t) => {
  const own = await createShop(db.admin);
  const desk = await openDesk(db, own);
  await stockVariant(db.admin, own, { sku: 'BACK', quantity: 10 });
  const { id, items } = await desk.place([{ sku: 'BACK', quantity: 3 }]);
  const other = await desk.place([{ sku: 'BACK', quantity: 1 }]);
  for (const status of ['confirmed', 'processing', 'ready_to_ship', 'in_transit', 'delivered'])
    for (const order of [id, other.id]) await desk.move(order, status);
  const line = (quantity: number, condition: 'sellable' | 'damaged') => ({
    order_item_id: items[0].id,
    quantity,
    condition,
  });
  const asked = await desk.staff('create_return', {
    order_id: id,
    lines: [{ order_item_id: items[0].id, quantity: 2 }],
  });
  await desk.staff('receive_return', { return_id: asked.id, lines: [line(1, 'sellable'), line(1, 'damaged')] });
  const seen = ['BACK damage -1 0', 'BACK reservation 0 3', 'BACK return_receipt 2 0', 'BACK sale -3 -3'];
  t.deepEqual(await rows({ order_id: id }, own.storeKey), seen);
  t.deepEqual(await rows({ order_id: id }, own.companyKey), seen);
  t.deepEqual(await rows({ order_id: id, type: 'damage' }, own.storeKey), ['BACK damage -1 0']);
  t.deepEqual(await rows({ order_id: id }, rival.companyKey), []);
});

import test from 'ava';
import { startApi, type TestApi } from '../../helpers/api.ts';
import type { TestDatabase } from '../../helpers/database.ts';
import { findBrokenSoFar } from '../../helpers/invariants.ts';
import { callers } from '../../helpers/long.ts';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { stock } from '../../helpers/operations/makers.ts';
import { borrowDatabase } from '../../helpers/shared-database.ts';
import { callGate, createShop, stockVariant, type TestShop } from '../../helpers/shop.ts';

let db: TestDatabase;
let api: TestApi;
let shop: TestShop;
let rival: TestShop;
test.before(async () => {
  db = await borrowDatabase('sound');
  api = await startApi({ pool: db.as('haat_gateway', { max: callers(10) }) });
  shop = await createShop(db.admin);
  rival = await createShop(db.admin);
});
test.after.always(async () => {
  await api?.stop();
  await db?.drop();
});

/** Adjusts as a store key would; the location is the default one unless the input says otherwise. */
async function adjust(input: Record<string, unknown>, owner = shop, key = shop.storeKey) {
  return callGate(db.as('haat_gateway'), key, 'create_inventory_adjustment', {
    location_id: owner.locationId,
    reason: 'test',
    ...input,
  });
}

async function movements(variantId: string) {
  const { rows } = await db.admin.query(
    `select sequence::int, type, quantity_change, on_hand_after, reserved_after, unit_cost, average_cost_after, reason, reference_type, reference_id, actor_type, actor_name, request_id
     from app.stock_movements where variant_id = $1 order by location_id, sequence`,
    [variantId],
  );
  return rows;
}

async function averageCost(variantId: string) {
  const { rows } = await db.admin.query('select average_cost from app.variant_costs where variant_id = $1', [
    variantId,
  ]);
  return rows[0].average_cost;
}

async function reserve(sku: string, quantity: number) {
  const { outcome, result } = await callGate(
    db.as('haat_gateway'),
    shop.storeKey,
    'create_order',
    { customer: { phone: '01712345678', full_name: 'Rahim' }, items: [{ sku, quantity }] },
    { idempotencyKey: `order of ${sku}` },
  );
  if (outcome.sqlstate) throw new Error(outcome.message!);
  return result;
}

testCommonRules('create_inventory_adjustment', () => ({ db, api }), {
  async sound(maker) {
    await stock(maker);
    return { location_id: maker.shop.locationId, sku: 'SOAP', quantity_change: -3, reason: 'wet', type: 'damage' };
  },
  wrong: [
    [{ location_id: undefined }, 'location_id'],
    [{ reason: ' ' }, 'reason'],
    [{ quantity_change: 1.5 }, 'quantity_change'],
    [{ quantity_change: -11 }, 'quantity_change'],
    [{ type: 'theft' }, 'type'],
  ],
});

test('a location, variant or store of another company is not found', async (t) => {
  const own = await stockVariant(db.admin, shop, { sku: 'FENCE-1' });
  const theirs = await stockVariant(db.admin, rival, { sku: 'FENCE-2' });
  for (const [input, field] of [
    [{ variant_id: own.variantId, location_id: rival.locationId }, 'location_id'],
    [{ variant_id: theirs.variantId }, 'variant_id'],
    [{ sku: 'FENCE-2' }, 'sku'],
    [{ sku: 'nothing' }, 'sku'],
  ] as const) {
    const { outcome } = await adjust({ quantity_change: 1, ...input });
    t.is(outcome.sqlstate, 'HT100');
    t.deepEqual(Object.keys(outcome.fields ?? {}), [field]);
  }
  const { outcome } = await adjust({ store_id: rival.stores[0].id, sku: 'FENCE-2', quantity_change: 1 });
  t.is(outcome.sqlstate, 'HT100');
  t.is((await movements(theirs.variantId)).length, 1);
});

test('the guard is compared before anything else and tells the actual quantity', async (t) => {
  const { variantId } = await stockVariant(db.admin, shop, { sku: 'GUARD', quantity: 7 });
  const { outcome } = await adjust({ sku: 'GUARD', set_on_hand: 3, expected_on_hand: 5 });
  t.is(outcome.sqlstate, 'HT101');
  t.deepEqual(outcome.fields?.on_hand, [7]);
  t.is((await movements(variantId)).length, 1);
  const met = await adjust({ sku: 'GUARD', set_on_hand: 3, expected_on_hand: 7 });
  t.is(met.result.on_hand, 3);
  const never = await stockVariant(db.admin, shop, { sku: 'GUARD-0', quantity: 0 });
  t.is((await adjust({ sku: 'GUARD-0', quantity_change: 4, expected_on_hand: 0 })).result.on_hand, 4);
  t.is((await movements(never.variantId))[0].sequence, 1);
});

test('on hand never goes below zero or below what is reserved; the refusal names the quantity field', async (t) => {
  const { variantId } = await stockVariant(db.admin, shop, { sku: 'LIMIT', quantity: 5 });
  await reserve('LIMIT', 3);
  for (const [input, field] of [
    [{ quantity_change: -6 }, 'quantity_change'],
    [{ quantity_change: -3 }, 'quantity_change'],
    [{ set_on_hand: 2 }, 'set_on_hand'],
    [{ quantity_change: -3, type: 'damage' }, 'quantity_change'],
    [{ set_on_hand: 1_000_000_001 }, 'set_on_hand'],
    [{ quantity_change: 999_999_999 }, 'quantity_change'],
  ] as const) {
    const { outcome } = await adjust({ sku: 'LIMIT', ...input });
    t.is(outcome.sqlstate, 'HT008', JSON.stringify(input));
    t.deepEqual(Object.keys(outcome.fields ?? {}), [field]);
  }
  const { result } = await adjust({ sku: 'LIMIT', quantity_change: -2 });
  t.like(result, { on_hand: 3, reserved: 3, available: 0 });
  t.is((await movements(variantId)).length, 3);
});

test('damage must remove stock, a return or purchase can only add it', async (t) => {
  await stockVariant(db.admin, shop, { sku: 'SIGN', quantity: 5 });
  for (const input of [
    { type: 'damage', quantity_change: 1 },
    { type: 'damage', set_on_hand: 6 },
    { type: 'return', quantity_change: -1 },
    { type: 'return', set_on_hand: 4 },
    { type: 'purchase', unit_cost: 1, set_on_hand: 4 },
  ]) {
    const { outcome } = await adjust({ sku: 'SIGN', ...input });
    t.is(outcome.sqlstate, 'HT008', JSON.stringify(input));
  }
  t.is((await adjust({ sku: 'SIGN', type: 'return', quantity_change: 1 })).result.on_hand, 6);
  t.is((await adjust({ sku: 'SIGN', type: 'damage', set_on_hand: 2 })).result.on_hand, 2);
});

test('a target already met succeeds and writes nothing', async (t) => {
  const { variantId } = await stockVariant(db.admin, shop, { sku: 'MET', quantity: 5 });
  const traces = async () =>
    (
      await db.admin.query(
        `select (select count(*) from app.stock_movements where variant_id = $1) as movements,
           (select count(*) from app.activity_log a join app.inventory_levels l on l.id = a.object_id where l.variant_id = $1) as activity,
           (select count(*) from app.events e join app.inventory_levels l on l.id = e.object_id where l.variant_id = $1) as events`,
        [variantId],
      )
    ).rows[0];
  const before = await traces();
  for (const type of ['adjustment', 'damage', 'return']) {
    const { outcome, result } = await adjust({ sku: 'MET', set_on_hand: 5, type });
    t.is(outcome.sqlstate, null);
    t.is(result.on_hand, 5);
  }
  t.deepEqual(await traces(), before);
});

test('the threshold moves alone when the target is already met, with its event and activity', async (t) => {
  const { variantId, productId } = await stockVariant(db.admin, shop, { sku: 'THRESHOLD', quantity: 5 });
  const product = async () =>
    (await db.admin.query('select updated_at from app.products where id = $1', [productId])).rows[0].updated_at;
  const touched = await product();
  const { result } = await adjust({ sku: 'THRESHOLD', set_on_hand: 5, low_stock_threshold: 8 });
  t.like(result, { on_hand: 5, low_stock_threshold: 8, is_low_stock: true, status: 'low_stock' });
  t.is((await movements(variantId)).length, 1);
  t.true((await product()) > touched);
  const { rows } = await db.admin.query(
    `select e.type, e.object->>'low_stock_threshold' as threshold from app.events e where e.object_id = $1 order by sequence desc limit 1`,
    [result.id],
  );
  t.deepEqual(rows, [{ type: 'inventory.updated', threshold: '8' }]);
  const { rows: activity } = await db.admin.query(
    `select action, before, after->>'low_stock_threshold' as after from app.activity_log where object_id = $1 order by created_at desc, id desc limit 1`,
    [result.id],
  );
  t.deepEqual(activity, [{ action: 'inventory.adjusted', before: { on_hand: 5, low_stock_threshold: 0 }, after: '8' }]);
});

test('a purchase folds into the moving average over all locations; a decrease is a loss at that average', async (t) => {
  const { variantId } = await stockVariant(db.admin, shop, { sku: 'AVERAGE', quantity: 10 }); // at 50.00
  await adjust({
    sku: 'AVERAGE',
    type: 'purchase',
    quantity_change: 30,
    unit_cost: 90,
    location_id: shop.secondLocationId,
  });
  t.is(await averageCost(variantId), '80.0000');
  await adjust({ sku: 'AVERAGE', quantity_change: -4 });
  await adjust({ sku: 'AVERAGE', type: 'damage', quantity_change: -1 });
  await adjust({ sku: 'AVERAGE', type: 'return', quantity_change: 2 });
  t.is(await averageCost(variantId), '80.0000');
  await adjust({ sku: 'AVERAGE', type: 'purchase', set_on_hand: 10, unit_cost: 1 });
  t.is(await averageCost(variantId), '74.0750'); // (37 x 80 + 3 x 1) / 40
  const { rows } = await db
    .as('haat_dba')
    .query('select type, quantity, unit_cost, amount from ledger.losses where variant_id = $1 order by movement_id', [
      variantId,
    ]);
  t.deepEqual(rows, [
    { type: 'adjustment', quantity: 4, unit_cost: '80.0000', amount: '320.00' },
    { type: 'damage', quantity: 1, unit_cost: '80.0000', amount: '80.00' },
  ]);
});

test('the ledger row says what, after, why, by whom and for which request; no cost is answered', async (t) => {
  const { variantId } = await stockVariant(db.admin, shop, { sku: 'ROW', quantity: 3 });
  const { result } = await adjust({ sku: 'ROW', quantity_change: -1, reason: 'broken box' });
  const [, row] = await movements(variantId);
  t.like(row, {
    sequence: 2,
    type: 'adjustment',
    quantity_change: -1,
    on_hand_after: 2,
    reserved_after: 0,
    reason: 'broken box',
    reference_type: 'adjustment',
    actor_type: 'api_key',
    actor_name: 'Test key',
    request_id: 'test-request',
  });
  t.truthy(row.reference_id);
  t.notRegex(JSON.stringify(result), /cost/);
});

test('twenty purchases at once, at two locations: the chain has no hole and the average is exact', async (t) => {
  const { variantId } = await stockVariant(db.admin, shop, { sku: 'CROWD', quantity: 0 });
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      adjust({
        sku: 'CROWD',
        type: 'purchase',
        quantity_change: 1,
        unit_cost: n + 1,
        low_stock_threshold: n,
        location_id: n % 2 ? shop.locationId : shop.secondLocationId,
      }),
    ),
  );
  t.deepEqual(
    answers.filter(({ outcome }) => outcome.sqlstate),
    [],
  );
  // Rounding to four decimals at each step may leave a hair.
  t.true(Math.abs(Number(await averageCost(variantId)) - 10.5) < 0.001);
  t.deepEqual(await findBrokenSoFar(db.admin), []);
});

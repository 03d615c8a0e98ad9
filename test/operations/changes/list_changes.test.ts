import fs from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { operations } from '../../../server/operations/index.ts';
import type { TestApi } from '../../helpers/api.ts';
import { startApi } from '../../helpers/api.ts';
import type { TestDatabase } from '../../helpers/database.ts';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { borrowDatabase } from '../../helpers/shared-database.ts';
import { asCompany, callGate, createKey, createShop, stockVariant, type TestShop } from '../../helpers/shop.ts';

let db: TestDatabase;
let api: TestApi;
let shop: TestShop;
let rival: TestShop;
let variantId: string;
let orderId: string;
test.before(async () => {
  db = await borrowDatabase();
  api = await startApi({ pool: db.as('haat_gateway') });
  shop = await createShop(db.admin);
  rival = await createShop(db.admin);
  ({ variantId } = await stockVariant(db.admin, shop, { sku: 'ONE' }));
  await stockVariant(db.admin, shop, { sku: 'TWO', storeId: shop.stores[1].id });
  await stockVariant(db.admin, rival, { sku: 'RIVAL' });
  await write('update_variant', { identifier: variantId, price: 777 });
  const order = await write('create_order', {
    customer: { phone: '01712345678', full_name: 'Rahim' },
    items: [{ sku: 'ONE', quantity: 2 }],
  });
  orderId = order.id;
  await write('edit_order', { id: orderId, shipping_charge: 95 });
  // A cost that was never booked otherwise, and a location of the company.
  await asCompany(db.admin, shop.companyId, async (client) => {
    await client.query('reset role');
    await client.query(`update app.order_items set unit_cost = 61.5, product_name = 'Saree' where order_id = $1`, [
      orderId,
    ]);
    await client.query(`update app.variant_costs set average_cost = average_cost + 1 where variant_id = $1`, [
      variantId,
    ]);
    await client.query(`update app.locations set name = 'Uttara' where id = $1`, [shop.locationId]);
  });
});
test.after.always(async () => {
  await api?.stop();
  await db?.drop();
});

async function write(operation: string, input: object) {
  const { outcome, result } = await callGate(db.as('haat_gateway'), shop.storeKey, operation, input, {
    idempotencyKey: operation,
  });
  if (outcome.sqlstate) throw new Error(`${operation}: ${JSON.stringify(outcome)}`);
  return result;
}
// biome-ignore lint/suspicious/noExplicitAny: documents are of every shape
type Row = any;
const list = (input: object, key = shop.storeKey) =>
  callGate(db.as('haat_gateway'), key, 'list_changes', input, { bucket: 'read' });
async function rows(input: object, key = shop.storeKey): Promise<Row[]> {
  const { outcome, result } = await list({ limit: 100, ...input }, key);
  if (outcome.sqlstate) throw new Error(JSON.stringify(outcome));
  return result.data;
}
const keyWith = (scopes: string[], storeId = shop.stores[0].id) =>
  createKey(db.admin, shop.companyId, { storeId, scopes });

testCommonRules('list_changes', () => ({ db, api }), {
  async sound(maker) {
    await maker.make('create_brand', { name: 'Aarong' });
    return {};
  },
  wrong: [
    [{ limit: 0 }, 'limit'],
    [{ sort: 'name' }, 'sort'],
    [{ starting_after: 7 }, 'starting_after'],
    [{ record_type: 'staff' }, 'record_type'],
    [{ record_type: 'brand', record_id: 'x' }, 'record_id'],
    [{ record_id: '0198c5a0-2c11-7f6e-9a51-5a4f6a1b9d02' }, 'record_type'],
    [{ actor_type: 'system', actor_id: '0198c5a0-2c11-7f6e-9a51-5a4f6a1b9d02' }, 'actor_type'],
    [{ actor_type: 'staff' }, 'actor_id'],
    [{ actor_id: '0198c5a0-2c11-7f6e-9a51-5a4f6a1b9d02' }, 'actor_type'],
    [{ created_after: 'yesterday' }, 'created_after'],
  ],
});

test('every journaled type has its scope, or none, and the filter knows those that have one', async (t) => {
  const { rows: missing } = await db.admin.query(
    `select record_type from ledger.journaled_tables full join (select r.record_type, true as is_named from internal.record_scopes r) r using (record_type)
     where table_name is null or is_named is null`,
  );
  t.deepEqual(missing, [], 'name the type in db/code/internal/journal/record_scopes.sql');
  const { rows: shown } = await db.admin.query(
    'select record_type from internal.record_scopes where scope is not null order by 1',
  );
  const { record_type } = operations.list_changes!.input.shape;
  t.deepEqual(
    shown.map((row) => row.record_type),
    [...record_type.unwrap().options].sort(),
  );
  const { rows: costs } = await db.admin.query(
    `select j.table_name, n.name from ledger.journaled_tables j
     join internal.record_scopes s using (record_type)
     join internal.journaled_tables() i using (table_name)
     cross join unnest(i.counted) n (name)
     where s.scope is not null and n.name like '%cost%'`,
  );
  t.deepEqual(costs, [], 'no cost is ever returned: it must not count in the journal of the table');
});

test('changes of other stores and companies are not seen, nor those of records that no scope reads', async (t) => {
  const own = await rows({});
  t.true(own.length > 5);
  t.true(own.every((row) => row.store_id === shop.stores[0].id));
  const ofCompany = await rows({}, shop.companyKey);
  const stores = [null, shop.stores[0].id, shop.stores[1].id];
  t.deepEqual([...new Set(ofCompany.map((row) => row.store_id))].sort(), stores.sort());
  t.deepEqual(
    (await rows({ store_id: shop.stores[0].id }, shop.companyKey)).map(({ id }) => id),
    own.map(({ id }) => id),
  );
  for (const row of ofCompany) t.notRegex(row.record_type, /staff|key|plan|cost|charge|coupon|company/);
  t.deepEqual(await rows({ record_type: 'variant', record_id: variantId }, rival.companyKey), []);
  t.deepEqual(await rows({ actor_type: 'api_key', actor_id: shop.storeKey.id }, rival.companyKey), []);
  t.is((await list({ store_id: rival.stores[0].id })).outcome.sqlstate, 'HT100');
  t.is((await list({ starting_after: ofCompany[0].id }, rival.companyKey)).outcome.sqlstate, 'HT100');
  const { rows: hidden } = await db.admin.query(
    `select id from app.changes where company_id = $1 and record_type = 'variant_cost' limit 1`,
    [shop.companyId],
  );
  t.is((await list({ starting_after: hidden[0].id }, shop.companyKey)).outcome.sqlstate, 'HT100');
});

test('a key is shown the changes of records that its other scopes read', async (t) => {
  t.deepEqual(await rows({}, await keyWith(['changes:read'])), []);
  const catalog = await keyWith(['changes:read', 'products:read']);
  const types = new Set((await rows({}, catalog)).map((row) => row.record_type));
  t.true(types.has('variant') && types.has('product'));
  t.false(types.has('order') || types.has('order_item') || types.has('store') || types.has('customer'));
  t.deepEqual(await rows({ record_type: 'order_item' }, catalog), []);
  t.true((await rows({ record_type: 'variant' }, await keyWith(['changes:read', 'products:write']))).length > 0);
  const actor = { actor_type: 'api_key', actor_id: shop.storeKey.id };
  t.true((await rows(actor, catalog)).every((row) => row.record_type === 'variant'));
});

test('a change tells who, by what, from what to what, and never a cost', async (t) => {
  const [row, ...older] = await rows({ record_type: 'variant', record_id: variantId });
  t.like(row, { action: 'update', operation: 'update_variant', request_id: 'test-request', part: null });
  t.deepEqual(row.actor, { type: 'api_key', id: shop.storeKey.id, name: 'Test key' });
  t.deepEqual([row.store_id, row.record_id], [shop.stores[0].id, variantId]);
  t.is(row.after.price, 777);
  t.deepEqual(Object.keys(row.before), Object.keys(row.after));
  t.deepEqual(
    older.map(({ action }) => action),
    ['insert'],
  );
  t.like(older[0], { before: null, parent_id: row.parent_id });
  t.is(older[0].after.sku, 'ONE');
  const [item] = await rows({ record_type: 'order_item' });
  t.deepEqual([item.parent_id, item.after], [orderId, { product_name: 'Saree' }]);
  t.notRegex(JSON.stringify(await rows({}, shop.companyKey)), /cost|company_id/);
});

test('each filter narrows, and they combine', async (t) => {
  const all = await rows({}, shop.companyKey);
  const idsOf = (found: Row[]) => found.map(({ id }) => id);
  const is = async (input: object, fits: (row: Row) => boolean) => {
    const expected = all.filter(fits);
    t.true(expected.length > 0, JSON.stringify(input));
    t.deepEqual(idsOf(await rows(input, shop.companyKey)), idsOf(expected), JSON.stringify(input));
  };
  const actor = { actor_type: 'api_key', actor_id: shop.storeKey.id };
  const byKey = (row: Row) => row.actor.id === shop.storeKey.id;
  await is({ record_type: 'location' }, (row) => row.record_type === 'location');
  await is({ record_type: 'variant' }, (row) => row.record_type === 'variant');
  await is({ record_type: 'variant', record_id: variantId }, (row) => row.record_id === variantId);
  await is(actor, byKey);
  await is({ ...actor, record_type: 'variant' }, (row) => byKey(row) && row.record_type === 'variant');
  await is(
    { ...actor, record_type: 'variant', record_id: variantId },
    (row) => byKey(row) && row.record_id === variantId,
  );
  const at = all[2].created_at;
  await is({ created_after: at }, (row) => row.created_at >= at);
  await is({ created_before: at }, (row) => row.created_at < at);
  t.deepEqual(idsOf(await rows({ sort: 'created_at' }, shop.companyKey)), idsOf(all).reverse());
});

test('the questions of the guide are answered', async (t) => {
  const guide = fs.readFileSync(
    path.join(import.meta.dirname, '../../../server/docs/guides/pagination-and-sync.md'),
    'utf8',
  );
  const section = guide.split('\n## ').find((text) => text.startsWith('Who changed what'))!;
  const queries = [...section.matchAll(/`\?([^`]+)`/g)].map(([, query]) => query!);
  t.is(queries.length, 5);
  const ids: Record<string, string> = { variant: variantId, key: shop.storeKey.id, order: orderId };
  for (const query of queries) {
    const asked = Object.fromEntries(new URLSearchParams(query.replace(/<(\w+)>/g, (_, name) => ids[name]!)));
    const found = await rows(asked);
    t.true(found.length > 0, query);
    if (asked.record_type === 'variant')
      t.true(
        found.some(({ after }) => after.price === 777),
        query,
      );
    if (asked.record_type === 'order')
      t.true(
        found.some(({ after }) => after.shipping_charge === 95),
        query,
      );
  }
});

test('pages follow one another without gap or repetition', async (t) => {
  const all = (await rows({}, shop.companyKey)).map(({ id }) => id);
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const { result }: { result: { data: Row[]; meta: { next_cursor: string | null } } } = await list(
      { limit: 3, ...(cursor && { starting_after: cursor }) },
      shop.companyKey,
    );
    seen.push(...result.data.map(({ id }) => id));
    cursor = result.meta.next_cursor;
  } while (cursor);
  t.deepEqual(seen, all);
});

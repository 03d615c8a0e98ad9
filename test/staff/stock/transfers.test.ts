// Transfers between locations: out and in at once, nothing between, the value of the stock as it was.
import test from 'ava';
import type { TestDatabase } from '../../helpers/database.ts';
import { refusalOf } from '../../helpers/orders.ts';
import { borrowDatabase } from '../../helpers/shared-database.ts';
import { callGate, createShop, stockVariant, type TestShop } from '../../helpers/shop.ts';
import { openStockRoom, type StockRoom } from '../../helpers/stock.ts';

let db: TestDatabase;
let shop: TestShop;
let rival: TestShop;
let room: StockRoom;
test.before(async () => {
  db = await borrowDatabase('sound');
  shop = await createShop(db.admin);
  rival = await createShop(db.admin);
  room = openStockRoom(db, shop);
});
test.after.always(() => db?.drop());

const there = () => ({ from_location_id: shop.locationId, to_location_id: shop.secondLocationId });
const back = () => ({ from_location_id: shop.secondLocationId, to_location_id: shop.locationId });
const order = (sku: string, quantity: number) =>
  callGate(
    db.as('haat_gateway'),
    shop.storeKey,
    'create_order',
    { customer: { phone: '01712345678', full_name: 'Rahim' }, items: [{ sku, quantity }] },
    { idempotencyKey: `${sku}-${quantity}` },
  );
const value = async () =>
  (
    await db.admin.query('select sum(stock_value) as value from ledger.stock_value where company_id = $1', [
      shop.companyId,
    ])
  ).rows[0].value;

test('without inventory.manage nothing is moved', async (t) => {
  await stockVariant(db.admin, shop, { sku: 'NOBODY' });
  const lines = [{ sku: 'NOBODY', quantity: 1 }];
  const { code } = await refusalOf(room.staff('transfer_stock', { ...there(), lines }, ['orders.manage']));
  t.is(code, 'HT014');
});

test('goods and locations of another company are not there, and a location is not its own neighbour', async (t) => {
  await stockVariant(db.admin, shop, { sku: 'OWN' });
  await stockVariant(db.admin, rival, { sku: 'FOREIGN' });
  const lines = [{ sku: 'OWN', quantity: 1 }];
  for (const [input, code, field] of [
    [{ ...there(), to_location_id: rival.locationId, lines }, 'HT100', 'to_location_id'],
    [{ ...there(), from_location_id: rival.locationId, lines }, 'HT100', 'from_location_id'],
    [{ ...there(), to_location_id: shop.locationId, lines }, 'HT008', 'to_location_id'],
    [{ ...there(), lines: [...lines, { sku: 'FOREIGN', quantity: 1 }] }, 'HT100', 'lines.1'],
    [{ ...there(), lines: [] }, 'HT008', 'lines'],
    [{ ...there(), lines: [{ sku: 'OWN', quantity: 0 }] }, 'HT008', 'lines.0.quantity'],
    [{ ...there(), lines: [...lines, ...lines] }, 'HT008', 'lines.0'],
  ] as const) {
    const refusal = await refusalOf(room.staff('transfer_stock', input));
    t.deepEqual([refusal.code, Object.keys(refusal.fields)], [code, [field]]);
  }
});

test.serial('goods go out and in under one number, at one cost, and the stock is worth what it was', async (t) => {
  const { variantId } = await stockVariant(db.admin, shop, { sku: 'SHAWL', quantity: 10 });
  const before = await value();
  const transfer = await room.staff('transfer_stock', {
    ...there(),
    lines: [{ sku: 'SHAWL', quantity: 4 }],
    reason: 'For the fair',
  });
  t.deepEqual([await room.level(variantId), await room.level(variantId, shop.secondLocationId)], ['6/0', '4/0']);
  const row = {
    sku: 'SHAWL',
    type: 'adjustment',
    cost: '50.0000',
    reference_type: 'adjustment',
    number: transfer.number,
    reason: 'For the fair',
  };
  t.deepEqual(await room.movements(transfer.id), [
    { ...row, location: 'Chattogram', change: 4 },
    { ...row, location: 'Dhaka', change: -4 },
  ]);
  t.is(await value(), before);
  const { rows } = await db.admin.query('select * from ledger.losses where variant_id = $1', [variantId]);
  t.deepEqual(rows, []);
  t.deepEqual(await room.audit(), []);
});

test('what orders hold stays, and then nothing of the transfer is booked', async (t) => {
  const held = await stockVariant(db.admin, shop, { sku: 'HELD', quantity: 5 });
  const free = await stockVariant(db.admin, shop, { sku: 'FREE', quantity: 5 });
  await order('HELD', 3);
  const lines = [
    { sku: 'FREE', quantity: 5 },
    { sku: 'HELD', quantity: 3 },
  ];
  const { code, fields } = await refusalOf(room.staff('transfer_stock', { ...there(), lines }));
  t.deepEqual([code, Object.keys(fields)], ['HT008', ['lines.1.quantity']]);
  t.deepEqual([await room.level(free.variantId), await room.level(held.variantId)], ['5/0', '5/3']);
  t.is(await room.level(free.variantId, shop.secondLocationId), 'none');
  await room.staff('transfer_stock', { ...there(), lines: [{ sku: 'HELD', quantity: 2 }] });
  t.is(await room.level(held.variantId), '3/3');
});

test('transfers both ways at once, beside orders and purchases, neither wait for ever nor lose a unit', async (t) => {
  const skus = ['ONE', 'TWO', 'THREE'];
  const ids: string[] = [];
  for (const sku of skus) ids.push((await stockVariant(db.admin, shop, { sku, quantity: 50 })).variantId);
  const all = (quantity: number) => skus.map((sku) => ({ sku, quantity }));
  await room.staff('transfer_stock', { ...there(), lines: all(20) });
  const jobs: Promise<unknown>[] = [];
  for (let n = 1; n <= 6; n++) {
    jobs.push(room.staff('transfer_stock', { ...there(), lines: all(1) }));
    jobs.push(room.staff('transfer_stock', { ...back(), lines: all(2).reverse() }));
    jobs.push(order(skus[n % 3]!, n));
    const lines = all(1).map((line) => ({ ...line, unit_cost: n * 10 }));
    jobs.push(room.staff('receive_goods', { location_id: shop.secondLocationId, lines }));
  }
  const ends = await Promise.allSettled(jobs);
  t.deepEqual(
    ends.filter(({ status }) => status === 'rejected').map((end) => String((end as PromiseRejectedResult).reason)),
    [],
  );
  for (const id of ids) {
    const [here, elsewhere] = [await room.level(id), await room.level(id, shop.secondLocationId)];
    t.regex(here, /^36\//);
    t.is(elsewhere, '20/0');
  }
  t.deepEqual(await room.audit(), []);
});

test('a transfer is never edited', async (t) => {
  for (const table of ['stock_transfers', 'stock_transfer_lines']) {
    const { code } = (await t.throwsAsync(
      db.admin.query(`update app.${table} set company_id = company_id`),
    )) as unknown as { code: string };
    t.is(code, '23001');
  }
});

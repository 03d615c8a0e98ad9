// Stock counts as documents: lines are saved while goods go on moving, and the differences are booked at once. And the
// adjustment of a single variant.
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

const at = () => ({ location_id: shop.locationId });
const start = (reason = 'November count') => room.staff('start_stock_count', { ...at(), reason });
const save = (count_id: string, ...lines: object[]) => room.staff('save_stock_count_lines', { count_id, lines });
const book = (count_id: string) => room.staff('book_stock_count', { count_id });
const adjust = (input: object) => room.staff('adjust_stock', { ...at(), reason: 'Because', ...input });
const order = (sku: string, quantity: number) =>
  callGate(
    db.as('haat_gateway', { max: 10 }),
    shop.storeKey,
    'create_order',
    { customer: { phone: '01712345678', full_name: 'Rahim' }, items: [{ sku, quantity }] },
    { idempotencyKey: `${sku}-${quantity}` },
  );

test('without inventory.manage nothing is counted or adjusted', async (t) => {
  await stockVariant(db.admin, shop, { sku: 'NOBODY' });
  const { id: count_id } = await start();
  for (const [name, input] of [
    ['start_stock_count', { ...at(), reason: 'x' }],
    ['save_stock_count_lines', { count_id, lines: [{ sku: 'NOBODY', counted: 1 }] }],
    ['remove_stock_count_line', { count_id, variant_id: count_id }],
    ['book_stock_count', { count_id }],
    ['cancel_stock_count', { count_id }],
    ['adjust_stock', { ...at(), sku: 'NOBODY', reason: 'x', quantity_change: 1 }],
  ] as const)
    t.is((await refusalOf(room.staff(name, input, ['orders.manage', 'catalog.manage']))).code, 'HT014', name);
});

test('counts, locations and variants of another company are not there', async (t) => {
  await stockVariant(db.admin, rival, { sku: 'FOREIGN' });
  const theirs = await openStockRoom(db, rival).staff('start_stock_count', {
    location_id: rival.locationId,
    reason: 'Theirs',
  });
  t.is((await refusalOf(save(theirs.id, { sku: 'FOREIGN', counted: 1 }))).code, 'HT100');
  t.is((await refusalOf(book(theirs.id))).code, 'HT100');
  t.is((await refusalOf(room.staff('cancel_stock_count', { count_id: theirs.id }))).code, 'HT100');
  const own = await start();
  t.is((await refusalOf(save(own.id, { sku: 'FOREIGN', counted: 1 }))).code, 'HT100');
  const elsewhere = { location_id: rival.locationId, reason: 'x' };
  t.is((await refusalOf(room.staff('start_stock_count', elsewhere))).code, 'HT100');
  t.is((await refusalOf(adjust({ sku: 'FOREIGN', quantity_change: 1 }))).code, 'HT100');
  t.is((await refusalOf(adjust({ ...elsewhere, sku: 'FOREIGN', quantity_change: 1 }))).code, 'HT100');
});

test('what moves between counting and booking stays as it was booked', async (t) => {
  const sold = await stockVariant(db.admin, shop, { sku: 'SOLD', quantity: 20 });
  const found = await stockVariant(db.admin, shop, { sku: 'FOUND', quantity: 0 });
  const right = await stockVariant(db.admin, shop, { sku: 'RIGHT', quantity: 5 });
  const count = await start();
  await save(count.id, { sku: 'SOLD', counted: 18 }, { sku: 'RIGHT', counted: 5 });
  await adjust({ sku: 'SOLD', quantity_change: -7, type: 'damage' });
  await room.staff('receive_goods', { ...at(), lines: [{ sku: 'RIGHT', quantity: 3, unit_cost: 50 }] });
  await save(count.id, { variant_id: found.variantId, counted: 2 });
  t.is((await book(count.id)).status, 'booked');
  t.deepEqual(await Promise.all([sold, found, right].map(({ variantId }) => room.level(variantId))), [
    '11/0',
    '2/0',
    '8/0',
  ]);
  t.deepEqual(
    (await room.movements(count.id)).map(({ sku, type, change, number, reason }) => [
      sku,
      type,
      change,
      number,
      reason,
    ]),
    [
      ['FOUND', 'adjustment', 2, count.number, 'November count'],
      ['SOLD', 'adjustment', -2, count.number, 'November count'],
    ],
  );
  t.deepEqual(await room.audit(), []);
});

test('a variant that is saved again is counted anew, one that is removed was not counted', async (t) => {
  const again = await stockVariant(db.admin, shop, { sku: 'AGAIN', quantity: 10 });
  const never = await stockVariant(db.admin, shop, { sku: 'NEVER', quantity: 10 });
  const count = await start();
  await save(count.id, { sku: 'AGAIN', counted: 3 }, { sku: 'NEVER', counted: 0 });
  await adjust({ sku: 'AGAIN', quantity_change: -4 });
  await save(count.id, { sku: 'AGAIN', counted: 5 });
  await room.staff('remove_stock_count_line', { count_id: count.id, variant_id: never.variantId });
  const missing = room.staff('remove_stock_count_line', { count_id: count.id, variant_id: never.variantId });
  t.is((await refusalOf(missing)).code, 'HT100');
  await book(count.id);
  t.deepEqual([await room.level(again.variantId), await room.level(never.variantId)], ['5/0', '10/0']);
});

test('a count that has ended takes no line and is not booked twice; an empty one is not booked', async (t) => {
  const { variantId } = await stockVariant(db.admin, shop, { sku: 'ENDED', quantity: 10 });
  const empty = await start();
  t.deepEqual(await refusalOf(book(empty.id)), { code: 'HT008', fields: { lines: ['nothing was counted yet'] } });
  await room.staff('cancel_stock_count', { count_id: empty.id });
  const count = await start();
  await save(count.id, { sku: 'ENDED', counted: 9 });
  await book(count.id);
  for (const [id, status] of [
    [empty.id, 'cancelled'],
    [count.id, 'booked'],
  ])
    for (const work of [
      save(id, { sku: 'ENDED', counted: 1 }),
      book(id),
      room.staff('cancel_stock_count', { count_id: id }),
    ])
      t.deepEqual(await refusalOf(work), { code: 'HT101', fields: { count_id: [`is ${status}`] } });
  t.is(await room.level(variantId), '9/0');
  const rewritten = db.admin.query('update app.stock_count_lines set counted_quantity = 1 where count_id = $1', [
    count.id,
  ]);
  t.is(((await t.throwsAsync(rewritten)) as unknown as { code: string }).code, '23001');
});

test('less than what orders hold is not booked, and nothing else of the count either', async (t) => {
  const held = await stockVariant(db.admin, shop, { sku: 'HELD', quantity: 10 });
  const free = await stockVariant(db.admin, shop, { sku: 'FREE', quantity: 10 });
  const count = await start();
  await save(count.id, { sku: 'FREE', counted: 1 }, { sku: 'HELD', counted: 3 });
  await order('HELD', 4);
  const { code, fields } = await refusalOf(book(count.id));
  t.deepEqual([code, Object.keys(fields)], ['HT008', ['lines.1.counted']]);
  t.deepEqual([await room.level(free.variantId), await room.level(held.variantId)], ['10/0', '10/4']);
  await save(count.id, { sku: 'HELD', counted: 4 });
  await book(count.id);
  t.deepEqual([await room.level(free.variantId), await room.level(held.variantId)], ['1/0', '4/4']);
});

test('a count beside those who sell, receive and adjust books just its differences', async (t) => {
  const skus = ['RUSH', 'RUSH2'];
  const ids: string[] = [];
  for (const sku of skus) ids.push((await stockVariant(db.admin, shop, { sku, quantity: 100 })).variantId);
  const count = await start();
  const jobs: Promise<unknown>[] = [];
  for (let n = 1; n <= 5; n++) {
    jobs.push(adjust({ sku: 'RUSH', quantity_change: -n }));
    jobs.push(room.staff('receive_goods', { ...at(), lines: [{ sku: 'RUSH', quantity: 2, unit_cost: n }] }));
    jobs.push(order('RUSH2', n));
    jobs.push(save(count.id, ...skus.map((sku) => ({ sku, counted: 90 })).reverse()));
  }
  await Promise.all(jobs);
  const { rows } = await db.admin.query(
    'select sku, difference_quantity as difference from app.stock_count_lines where count_id = $1 order by sku',
    [count.id],
  );
  const after: Promise<unknown>[] = [book(count.id), book(count.id)];
  for (let n = 6; n <= 9; n++) after.push(adjust({ sku: 'RUSH', quantity_change: 1 }), order('RUSH2', n));
  const ends = await Promise.allSettled(after);
  t.is(ends.filter(({ status }) => status === 'rejected').length, 1);
  // 100 - 15 + 10 + 4, and what was missing when it was counted.
  const [rush] = rows;
  t.is(await room.level(ids[0]!), `${99 + rush.difference}/0`);
  t.is(await room.level(ids[1]!), '90/45');
  t.deepEqual(await room.audit(), []);
});

test('a single variant is adjusted by the rules of the API', async (t) => {
  const { variantId } = await stockVariant(db.admin, shop, { sku: 'SINGLE', quantity: 10 });
  for (const [input, code, field] of [
    [{ quantity_change: 1, set_on_hand: 1 }, 'HT008', 'quantity_change'],
    [{}, 'HT008', 'quantity_change'],
    [{ quantity_change: 0 }, 'HT008', 'quantity_change'],
    [{ quantity_change: 2_000_000 }, 'HT008', 'quantity_change'],
    [{ set_on_hand: -1 }, 'HT008', 'set_on_hand'],
    [{ quantity_change: 1, reason: '  ' }, 'HT008', 'reason'],
    [{ quantity_change: 1, type: 'sale' }, 'HT008', 'type'],
    [{ quantity_change: 1, type: 'damage' }, 'HT008', 'quantity_change'],
    [{ quantity_change: -1, type: 'return' }, 'HT008', 'quantity_change'],
    [{ quantity_change: 1, type: 'purchase' }, 'HT008', 'unit_cost'],
    [{ quantity_change: 1, type: 'purchase', unit_cost: 1.005 }, 'HT008', 'unit_cost'],
    [{ quantity_change: 1, unit_cost: 1 }, 'HT008', 'unit_cost'],
    [{ quantity_change: -11 }, 'HT008', 'quantity_change'],
    [{ quantity_change: -1, expected_on_hand: 9 }, 'HT101', 'on_hand'],
    [{ quantity_change: -1, sku: undefined }, 'HT008', 'variant_id'],
    [{ quantity_change: -1, sku: 'NOWHERE' }, 'HT100', 'sku'],
  ] as const) {
    const refusal = await refusalOf(adjust({ sku: 'SINGLE', ...input }));
    t.deepEqual([refusal.code, Object.keys(refusal.fields)[0]], [code, field], JSON.stringify(input));
  }
  t.is(await room.level(variantId), '10/0');
  const level = await adjust({ sku: 'SINGLE', set_on_hand: 7, expected_on_hand: 10, low_stock_threshold: 8 });
  t.deepEqual([level.on_hand, level.low_stock_threshold], [7, 8]);
  await adjust({ variant_id: variantId, quantity_change: 3, type: 'purchase', unit_cost: 150 });
  t.deepEqual([await room.level(variantId), await room.average(variantId)], ['10/0', '80.0000']);
});

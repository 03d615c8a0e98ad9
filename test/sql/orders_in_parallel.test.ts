// Many callers at once, each with a connection of its own: stock stays exact, no call meets a deadlock, one transition
// wins.
import test from 'ava';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { findBroken, findBrokenBooks } from '../helpers/invariants.ts';
import { isLong } from '../helpers/long.ts';
import { type Desk, openDesk, refusalOf } from '../helpers/orders.ts';
import { pauseAtRandom } from '../helpers/pauses.ts';
import { createShop, stockVariant } from '../helpers/shop.ts';

/** Callers at once, each with a connection of its own, which costs a tenth of a second. */
const callers = isLong ? 40 : 5;

let db: TestDatabase;
let desk: Desk;

test.before(async () => {
  db = await freshDatabase('reads whole tables');
  desk = await openDesk(db, await createShop(db.admin), callers);
});
test.afterEach.always(async (t) => {
  // What is broken stays so, and the last test asks; in a long run it is told of which.
  if (db && isLong) t.deepEqual(await findBrokenBooks(db.admin), []);
});
test.after.always(() => db?.drop());

const shuffle = <T>(list: readonly T[]): T[] =>
  list
    .map((one) => [Math.random(), one] as const)
    .sort(([a], [b]) => a - b)
    .map(([, one]) => one);
const order = (skus: string[], more = {}) => ({
  customer: { phone: `0171000000${Math.floor(Math.random() * 10)}`, full_name: 'Karim' },
  items: skus.map((sku) => ({ sku, quantity: 1 })),
  ...more,
});

test.serial('orders at once over the same five SKUs in any order: no deadlock, stock to the unit', async (t) => {
  const skus = ['P1', 'P2', 'P3', 'P4', 'P5'];
  const [count, scarce] = isLong ? [200, 120] : [20, 12];
  for (const sku of skus) await stockVariant(db.admin, desk.shop, { sku, quantity: sku === 'P3' ? scarce : 500 });
  const calls = await Promise.all(
    Array.from({ length: count }, () =>
      desk.call('create_order', order([...shuffle(skus), ...shuffle(skus).slice(0, 2)])),
    ),
  );
  const states = calls.map(({ outcome }) => outcome.sqlstate);
  t.deepEqual([...new Set(states)].sort(), ['HT102', null]);
  const placed = calls.filter(({ outcome }) => outcome.sqlstate === null).map(({ result }) => result);
  const units = (sku: string) =>
    placed.flatMap(({ items }) => items).filter((item: { sku: string }) => item.sku === sku).length;
  for (const sku of skus) t.is(await desk.stock(sku), `${sku === 'P3' ? scarce : 500}/${units(sku)}`);
  // Those refused wanted one or two of what was left of P3.
  t.true(units('P3') >= scarce - 1 && units('P3') <= scarce);
});

test.serial('orders are placed, moved, paid, delivered and counted at once without a deadlock', async (t) => {
  // A commit's run does each work half as often.
  const part = (n: number) => (isLong ? n : n / 2);
  const skus = ['Q1', 'Q2', 'Q3'];
  for (const sku of skus) await stockVariant(db.admin, desk.shop, { sku, quantity: 1000 });
  const store_id = desk.shop.stores[0].id;
  await desk.staff('create_coupon', { store_id, code: 'MANY', type: 'percent', value: 5 });
  const open = await Promise.all(
    Array.from({ length: part(40) }, () => desk.ask('create_order', order(shuffle(skus), { coupon_code: 'MANY' }))),
  );
  const { rows: variants } = await db.admin.query('select id from app.variants where sku = any ($1)', [skus]);
  const road = ['confirmed', 'processing', 'ready_to_ship', 'in_transit', 'delivered'];
  const works = [
    ...open.slice(0, part(10)).map(
      ({ id }) =>
        () =>
          desk.ask('cancel_order', { id }),
    ),
    ...open.slice(part(10), part(20)).map(
      ({ id }) =>
        () =>
          desk.move(id, 'spam', 'pending', 'spam'),
    ),
    ...open.slice(part(20), part(30)).map(
      ({ id }) =>
        () =>
          desk.move(id, ...road),
    ),
    ...open.slice(part(30)).map(({ id }) => async () => {
      await desk.move(id, 'confirmed');
      const parcel = await desk.staff('book_parcel', { order_id: id, courier_id: desk.couriers.reporting });
      await desk.staff('record_parcel_pickup', { parcel_id: parcel.id });
      await desk.staff('receive_parcel', { parcel_id: parcel.id });
    }),
    ...Array.from(
      { length: part(30) },
      () => () => desk.ask('create_order', order(shuffle(skus), { coupon_code: 'MANY' })),
    ),
    ...Array.from(
      { length: part(20) },
      (_, i) => () =>
        desk.ask('create_inventory_adjustment', {
          location_id: desk.shop.locationId,
          variant_id: variants[i % variants.length].id,
          quantity_change: 1,
          reason: 'count',
          ...(i % 2 === 0 && { type: 'purchase', unit_cost: 10 }),
        }),
    ),
  ];
  const results = await Promise.allSettled(shuffle(works).map((work) => work()));
  t.deepEqual(
    results.filter((result) => result.status === 'rejected').map((result) => String(result.reason)),
    [],
  );
});

test.serial('the same order moved by two at once: one wins, the other gets the refusal', async (t) => {
  await stockVariant(db.admin, desk.shop, { sku: 'ONE', quantity: 100 });
  for (const [a, b] of [
    ['confirmed', 'confirmed'],
    ['cancelled', 'cancelled'],
    ['cancelled', 'spam'],
    ['processing', 'spam'],
  ] as const) {
    for (let round = 0; round < (isLong ? 3 : 1); round++) {
      const { id } = await desk.ask('create_order', order(['ONE']));
      const outcomes = await Promise.all([a, b].map((status) => desk.call('update_order_status', { id, status })));
      const states = outcomes.map(({ outcome }) => outcome.sqlstate);
      t.deepEqual(states.toSorted(), ['HT103', null], `${a} and ${b}`);
      t.is((await desk.order(id)).status, [a, b][states.indexOf(null)]);
    }
  }
});

test.serial('one order gets one parcel, one payout, one receipt, however many ask', async (t) => {
  await stockVariant(db.admin, desk.shop, { sku: 'TWO', quantity: 100 });
  const { id } = await desk.ask('create_order', order(['TWO']));
  await desk.move(id, 'confirmed');
  const race = async (name: string, input: object) => {
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => desk.staff(name, input)));
    const lost = results.filter((result) => result.status === 'rejected');
    t.is(lost.length, 4, name);
    for (const { reason } of lost) t.is((await refusalOf(Promise.reject(reason))).code, 'HT101', name);
  };
  await race('book_parcel', { order_id: id, courier_id: desk.couriers.reporting });
  const { id: parcel_id } = await desk.parcel(id);
  await race('record_parcel_pickup', { parcel_id });
  await race('record_parcel_delivered', { parcel_id, collected_amount: 100 });
  await race('record_parcel_payout', { parcel_id });
  const [item] = (await desk.ask('get_order', { id })).items;
  const asked = await desk.staff('create_return', { order_id: id, lines: [{ order_item_id: item.id, quantity: 1 }] });
  await race('receive_return', { return_id: asked.id });
  t.like(await desk.order(id), { status: 'returned', paid_amount: '100.00' });
});

test.serial('orders placed while a price flips cost what their lines say', async (t) => {
  // The last test of the file: the pauses stay.
  await pauseAtRandom(db.admin, 6);
  const { variantId } = await stockVariant(db.admin, desk.shop, { sku: 'FLIP', quantity: 10_000, price: 10 });
  let isOver = false;
  const flipping = (async () => {
    for (let i = 0; !isOver; i++) await desk.ask('update_variant', { identifier: variantId, price: i % 2 ? 10 : 20 });
  })();
  const placed = await Promise.all(
    Array.from({ length: isLong ? 6 : 4 }, async (_, client) => {
      const mine = [];
      for (let i = 0; i < (isLong ? 20 : 8); i++)
        mine.push(
          await desk.place([{ sku: 'FLIP', quantity: 1 }], {
            customer: { phone: `0191000000${client}`, full_name: 'F' },
          }),
        );
      return mine;
    }),
  ).finally(() => {
    isOver = true;
  });
  await flipping;
  for (const { total_amount, items } of placed.flat()) t.is(items[0].line_total, total_amount);
  t.is(new Set(placed.flat().map(({ total_amount }) => total_amount)).size, 2, 'both prices were met');
  t.deepEqual(await (isLong ? findBroken : findBrokenBooks)(db.admin), []);
});

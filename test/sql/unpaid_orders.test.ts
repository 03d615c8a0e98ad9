// Orders that are to be paid online and are not: made by every interface, cancelled by their timer, and the race of the timer
// with a payment, won by either.
import test from 'ava';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { findBrokenBooks, refuseBroken } from '../helpers/invariants.ts';
import { callers, isLong } from '../helpers/long.ts';
import { type Desk, openDesk } from '../helpers/orders.ts';
import { createShop, stockVariant, type TestShop } from '../helpers/shop.ts';

let db: TestDatabase;
let shop: TestShop;
let desk: Desk;
let method: Record<string, string>;

test.before(async () => {
  db = await freshDatabase('serves all companies');
  shop = await createShop(db.admin);
  desk = await openDesk(db, shop, callers(8));
  method = shop.stores[0].paymentMethods;
  await stockVariant(db.admin, shop, { sku: 'SOAP', quantity: 1000, price: 100 });
});
test.afterEach.always(async (t) => {
  if (db && isLong) t.deepEqual(await findBrokenBooks(db.admin), []);
});
test.after.always(async () => {
  if (db) await refuseBroken(db.admin);
  await db?.drop();
});

const items = [{ sku: 'SOAP', quantity: 2 }];
const unpaid = () => desk.place(items, { payment_method_id: method.card });

/** Runs the timer as the workers do, so many hours from now; gives how many it cancelled. */
async function runTimer(hours: number): Promise<number> {
  const client = await db.as('haat_worker').connect();
  try {
    await client.query(`select set_config('haat.clock_offset', $1, false)`, [`${hours} h`]);
    return (await client.query('select internal.cancel_unpaid_orders() as n')).rows[0].n;
  } finally {
    await client.query('reset haat.clock_offset');
    client.release();
  }
}

/** Until so many connections wait for a lock. */
async function untilWaiting(count: number): Promise<void> {
  const waiting = `select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await db.admin.query(waiting)).rows[0].n < count);
}

/** Starts both works while the order is held, the first one first, and lets them go; gives what they gave. */
async function inTurn<A, B>(orderId: string, first: () => Promise<A>, second: () => Promise<B>): Promise<[A, B]> {
  const holder = await db.admin.connect();
  try {
    await holder.query('begin');
    await holder.query('select from app.orders where id = $1 for update', [orderId]);
    const one = first();
    await untilWaiting(1);
    const other = second();
    await untilWaiting(2);
    await holder.query('commit');
    return await Promise.all([one, other]);
  } finally {
    holder.release();
  }
}

test.serial('only an active method of the store may be chosen', async (t) => {
  const other = shop.stores[1].paymentMethods.card;
  for (const payment_method_id of [other, '01890000-0000-7000-8000-000000000000']) {
    const { outcome } = await desk.call('create_order', {
      customer: { phone: '01711111111', full_name: 'Karim' },
      items,
      payment_method_id,
    });
    t.like(outcome, {
      sqlstate: 'HT101',
      fields: { payment_method_id: ['is not an active payment method of this store'] },
    });
  }
  await db.admin.query(`update app.payment_methods set status = 'inactive' where id = $1`, [method.card]);
  const { outcome } = await desk.call('create_order', {
    customer: { phone: '01711111111', full_name: 'Karim' },
    items,
    payment_method_id: method.card,
  });
  t.is(outcome.sqlstate, 'HT101');
  await db.admin.query(`update app.payment_methods set status = 'active' where id = $1`, [method.card]);
  t.is(await desk.stock('SOAP'), '1000/0');
});

test.serial("an order to be paid online is the storefront's, by the API and by staff; any other is not", async (t) => {
  t.like(await unpaid(), { source: 'storefront', payment_method_id: method.card });
  t.like(await desk.place(items, { payment_method_id: method.cod }), { source: 'api', payment_method_id: method.cod });
  t.like(await desk.place(items), { source: 'api', payment_method_id: null });
  const payment = { payment_method_id: method.card, amount: 50, transaction_id: 'PAID-1' };
  t.like(await desk.place(items, { payment_method_id: method.card, payment }), { source: 'api' });
  const byStaff = await desk.staff('create_order', {
    store_id: shop.stores[0].id,
    customer: { phone: '01711111111', full_name: 'Karim' },
    items,
    payment_method_id: method.card,
  });
  t.like(byStaff, { source: 'storefront', payment_method_id: method.card });
});

test.serial("the timer cancels it after its store's window, once, as the system, and frees its stock", async (t) => {
  await runTimer(1000);
  const { id } = await unpaid();
  const reserved = await desk.stock('SOAP');
  await db.admin.query('update app.stores set unpaid_order_hours = 2 where id = $1', [shop.stores[0].id]);
  t.is(await runTimer(1.9), 0);
  t.is(await runTimer(2.1), 1);
  t.is(await runTimer(2.1), 0);
  t.like(await desk.order(id), { status: 'cancelled', source: 'storefront', due_amount: '0.00' });
  t.not(await desk.stock('SOAP'), reserved);
  t.like((await desk.timeline(id)).at(-1), { actor_type: 'system', actor_name: 'System', to_status: 'cancelled' });
  t.is((await desk.events(id)).at(-1)!.type, 'order.cancelled');
});

test.serial(
  'an order that costs nothing waits for no payment, and one that an edit made free no longer does',
  async (t) => {
    const [free, edited] = [
      await desk.place([{ sku: 'SOAP', quantity: 1, unit_price: 0 }], { payment_method_id: method.card }),
      await unpaid(),
    ];
    t.like(free, { source: 'storefront', payment_status: 'paid', due_amount: '0.00' });
    const change = { action: 'change_item', order_item_id: edited.items[0].id, unit_price: 0 };
    const [edit, cancelled] = await inTurn(
      edited.id,
      () => desk.call('edit_order', { id: edited.id, changes: [change] }),
      () => runTimer(1000),
    );
    t.is(edit.outcome.sqlstate, null);
    t.is(cancelled, 0);
    t.is(await runTimer(1000), 0);
    for (const { id } of [free, edited]) t.like(await desk.order(id), { status: 'pending', payment_status: 'paid' });
  },
);

test.serial('a payment that comes first keeps the order, though the timer had found it', async (t) => {
  const { id } = await unpaid();
  const pay = () => desk.call('record_order_payment', { id, payment_method_id: method.card, amount: 200 });
  const [paid, cancelled] = await inTurn(id, pay, () => runTimer(1000));
  t.is(paid.outcome.sqlstate, null);
  t.is(cancelled, 0);
  t.like(await desk.order(id), { status: 'pending', payment_status: 'paid', paid_amount: '200.00' });
  t.is(await runTimer(1000), 0);
});

test.serial('a timer that comes first cancels the order, and the payment is refused', async (t) => {
  const { id } = await unpaid();
  const pay = () => desk.call('record_order_payment', { id, payment_method_id: method.card, amount: 200 });
  const [cancelled, paid] = await inTurn(id, () => runTimer(1000), pay);
  t.is(cancelled, 1);
  t.like(paid.outcome, { sqlstate: 'HT008', fields: { amount: ['must be at most what is due, 0.00'] } });
  t.like(await desk.order(id), { status: 'cancelled', payment_status: 'unpaid', paid_amount: '0.00' });
  const { rows } = await db.admin.query('select count(*)::int as n from app.payments where order_id = $1', [id]);
  t.is(rows[0].n, 0);
});

test.serial('many payments against many timers: each order is paid or cancelled, never both', async (t) => {
  const orders = [];
  for (let n = 0; n < 8; n++) orders.push((await unpaid()).id as string);
  await Promise.all([
    ...orders.map((id) => desk.call('record_order_payment', { id, payment_method_id: method.card, amount: 200 })),
    ...[1, 2, 3].map(() => runTimer(1000)),
  ]);
  const { rows } = await db.admin.query(
    `select o.status, o.payment_status, count(p.id)::int as payments
     from app.orders o left join app.payments p on p.order_id = o.id where o.id = any ($1)
     group by o.id, o.status, o.payment_status`,
    [orders],
  );
  t.is(rows.length, orders.length);
  for (const { status, payment_status, payments } of rows)
    t.deepEqual(
      { payment_status, payments },
      status === 'cancelled' ? { payment_status: 'unpaid', payments: 0 } : { payment_status: 'paid', payments: 1 },
    );
});

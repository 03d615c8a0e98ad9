// A status of an order is data: what the code, the API and the guide know of it is what the tables say, and a new one
// needs rows and nothing else.
import fs from 'node:fs';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { permissions } from '../../db/permissions.ts';
import { orderStatusNames } from '../../server/operations/order-statuses.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { auditBooks } from '../helpers/invariants.ts';
import { isLong } from '../helpers/long.ts';
import { type Desk, openDesk, refusalOf } from '../helpers/orders.ts';
import { createShop, insert, stockVariant } from '../helpers/shop.ts';

let db: TestDatabase;
let desk: Desk;
test.before(async () => {
  db = await freshDatabase('leaves damage');
  const shop = await createShop(db.admin);
  await stockVariant(db.admin, shop, { sku: 'SOAP', quantity: 1000, price: 100 });
  desk = await openDesk(db, shop);
});
test.after.always(() => db?.drop());

const rows = async (sql: string, values: unknown[] = []) => (await db.admin.query(sql, values)).rows;

test.serial('every transition there is goes between states of stock that the code knows', async (t) => {
  const known = [
    ...['reserved none', 'none reserved', 'reserved sold', 'reserved returning', 'sold returning'],
    ...['sold reserved', 'returning reserved', 'returning sold'],
  ];
  const transitions = await rows(`
    select m.from_status, m.to_status, m.only_by, f.stock || ' ' || g.stock as stock, f.stock = g.stock as is_same
    from app.order_transitions m join app.order_statuses f on f.status = m.from_status join app.order_statuses g on g.status = m.to_status`);
  t.deepEqual(
    transitions.filter((transition) => !transition.is_same && !known.includes(transition.stock)),
    [],
  );
  // What a customer has comes back by a return only, or was never delivered; neither is anything to ask for.
  t.deepEqual(
    transitions
      .filter(({ stock, is_same }) => !is_same && /^(sold|returning) /.test(stock))
      .map(({ stock, only_by }) => `${stock} by ${only_by}`)
      .sort(),
    ['returning reserved by parcel', 'returning reserved by parcel', 'returning sold by return']
      .concat(['sold reserved by parcel', 'sold returning by return'])
      .sort(),
  );
});

test.serial('no code lists statuses where it means what they have in common', (t) => {
  const folder = path.join(import.meta.dirname, '../../db/code');
  const files = (fs.readdirSync(folder, { recursive: true }) as string[]).filter((name) => name.endsWith('.sql'));
  const names = orderStatusNames;
  // Words that parcels, payments and videos use too say nothing by themselves.
  const shared = ['pending', 'processing', 'delivered', 'returned', 'cancelled'];
  const lists: string[] = [];
  const compared: string[] = [];
  for (const file of files) {
    const code = fs.readFileSync(path.join(folder, file), 'utf8').replace(/--.*$/gm, '');
    for (const [list, inside = ''] of code.matchAll(/(?:\bin \(|\{)((?:'?[a-z_]+'?,\s*)*'?[a-z_]+'?)[)}]/g)) {
      const words = inside.replaceAll("'", '').split(/,\s*/);
      if (words.some((word) => names.includes(word) && !shared.includes(word))) lists.push(`${file}: ${list}`);
    }
    const comparisons =
      /\b(?:o|v_order|v_before|v_after|v_from|v_to|before|changed|checked|sent)\.status (?:=|<>) '(\w+)'/g;
    for (const [comparison, word = ''] of code.matchAll(comparisons))
      if (names.includes(word)) compared.push(`${file}: ${comparison}`);
  }
  t.deepEqual(lists, []);
  // The only ones: an order that was not touched since it was created, and the one that waits for its courier.
  t.deepEqual(compared.sort(), [
    "internal/orders/awaiting_payment.sql: o.status = 'pending'",
    "internal/orders/cancel_unpaid_orders.sql: v_order.status <> 'pending'",
    "internal/parcels/record_parcel_pickup.sql: v_before.status = 'ready_to_ship'",
  ]);
});

test.serial('rows that make no sense are refused by the table, and no order has a status without a row', async (t) => {
  const nonsense = [
    { stock: 'reserved', cash_state: null, parcel: 'kept' },
    { stock: 'reserved', cash_state: 'not_shipped', parcel: 'out' },
    { stock: 'reserved', cash_state: 'delivered_unpaid', parcel: 'kept' },
    { stock: 'sold', cash_state: null, parcel: 'delivered' },
    { stock: 'sold', cash_state: 'delivered_unpaid', parcel: 'kept' },
    { stock: 'none', cash_state: 'not_shipped', parcel: 'cancelled' },
    { stock: 'none', cash_state: null, parcel: 'kept' },
    { stock: 'returning', cash_state: 'with_courier', parcel: 'kept' },
    { stock: 'reserved', cash_state: 'not_shipped', parcel: 'kept', is_cancelled: true },
    { stock: 'lost', cash_state: null, parcel: 'kept' },
    { stock: 'reserved', cash_state: 'elsewhere', parcel: 'kept' },
    { stock: 'reserved', cash_state: 'not_shipped', parcel: 'kept', words: { en: wordsOf('odd').en } },
  ];
  for (const row of nonsense) await t.throwsAsync(addStatus('odd', row), { code: '23514' }, JSON.stringify(row));
  const { id } = await desk.place([{ sku: 'SOAP', quantity: 1 }]);
  const unknown = { code: '23503' };
  await t.throwsAsync(rows(`update app.orders set status = 'odd' where id = $1`, [id]), unknown);
  await t.throwsAsync(
    rows(`insert into app.order_transitions (from_status, to_status) values ('pending', 'odd')`),
    unknown,
  );
});

test.serial('a status finds room between two others, also where there is none', async (t) => {
  const order = async () =>
    (await rows('select status from app.order_statuses order by position')).map(({ status }) => status);
  const before = await order();
  await rows('update app.order_statuses set position = position + 1 where position > 10');
  await addStatus('between', { stock: 'reserved', cash_state: 'not_shipped', parcel: 'kept', position: 11 });
  t.deepEqual(await order(), before.toSpliced(1, 0, 'between'));
  await t.throwsAsync(
    addStatus('twice', { stock: 'reserved', cash_state: 'not_shipped', parcel: 'kept', position: 11 }),
    {
      code: '23505',
    },
  );
  await rows(`delete from app.order_statuses where status = 'between'`);
});

test.serial('a parcel told as delivered after its order came back whole leaves the order returned', async (t) => {
  const { id } = await desk.place([{ sku: 'SOAP', quantity: 1 }]);
  await desk.move(id, 'confirmed', 'ready_to_ship', 'in_transit', 'delivered');
  const [item] = await rows('select id from app.order_items where order_id = $1', [id]);
  const { id: return_id } = await desk.staff('create_return', {
    order_id: id,
    lines: [{ order_item_id: item.id, quantity: 1 }],
  });
  await desk.staff('receive_return', { return_id });
  t.is((await desk.order(id)).status, 'returned');
  const parcel = await desk.parcel(id);
  await desk.staff('record_parcel_delivered', { parcel_id: parcel.id, collected_amount: 100 });
  t.is((await desk.order(id)).status, 'returned');
  t.is((await desk.parcel(id)).collected_amount, '100.00');
});

/** In each language what the status, the button that leads to it and what that does are called. */
const wordsOf = (status: string) => {
  const words = { name: status, transition: status, effect: status };
  return { en: words, bn: words };
};

let position = 1000;
async function addStatus(status: string, row: object) {
  position += 1;
  const columns = { status, position, description: 'A new one.', words: wordsOf(status), ...row };
  const names = Object.keys(columns);
  await rows(
    `insert into app.order_statuses (${names.join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')})`,
    Object.values(columns),
  );
}

const addTransitions = (...transitions: [from: string, to: string, onlyBy?: string][]) =>
  rows(
    'insert into app.order_transitions select m.f, m.t, m.b from unnest($1::text[], $2::text[], $3::text[]) as m (f, t, b)',
    [transitions.map(([from]) => from), transitions.map(([, to]) => to), transitions.map(([, , by]) => by ?? null)],
  );

/** What is owed by where cash stands, as a door of the house tells it. */
type Owed = Record<'not_shipped' | 'with_courier' | 'delivered_unpaid', { orders: number; amount: string }>;
const empty = (): Owed => ({
  not_shipped: { orders: 0, amount: '0.00' },
  with_courier: { orders: 0, amount: '0.00' },
  delivered_unpaid: { orders: 0, amount: '0.00' },
});

async function asRole(role: string, sql: string, values: unknown[]) {
  const client = await db.admin.connect();
  try {
    await client.query('begin');
    await client.query('select internal.act_as($1, $2, $3, $4, $5)', [
      desk.shop.companyId,
      'Rina Akter',
      'staff',
      desk.staffId,
      permissions,
    ]);
    await client.query(`set local role ${role}`);
    return (await client.query(sql, values)).rows;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** The report, the overview and the ledger agree with each other and with the orders, and the books are right. */
async function agree(t: ExecutionContext, said: string): Promise<Owed> {
  const store = desk.shop.stores[0].id;
  const [{ report }] = await asRole('haat_api', 'select internal.cod_outstanding($1) as report', [store]);
  const { as_of: _, amount, orders, ...owed } = report;

  const overview = empty();
  const [seen] = await asRole(
    'haat_staff',
    `select to_json(v.not_shipped) as not_shipped, to_json(v.with_courier) as with_courier, to_json(v.delivered_unpaid) as delivered_unpaid,
       to_json(v.orders_by_status) as by_status from staff.overview($1) v`,
    [store],
  );
  for (const state of Object.keys(overview) as (keyof Owed)[])
    overview[state] = { orders: seen[state].orders, amount: Number(seen[state].amount).toFixed(2) };

  const ledger = empty();
  const staged = await asRole(
    'haat_dba',
    'select stage, count(*)::int as orders, sum(due_amount)::text as amount from ledger.cod_outstanding where store_id = $1 group by 1',
    [store],
  );
  for (const { stage, ...sums } of staged) ledger[stage as keyof Owed] = sums;

  const [all] = await rows(
    'select count(*) filter (where due_amount > 0)::int as orders, sum(due_amount)::text as amount from app.orders where store_id = $1',
    [store],
  );
  t.deepEqual(overview, owed, `${said}: overview and report`);
  t.deepEqual(ledger, owed, `${said}: ledger and report`);
  t.deepEqual({ orders, amount }, all, `${said}: report and orders`);
  for (const { status, orders: count } of seen.by_status)
    t.is((await desk.ask('list_orders', { status, limit: 100 })).data.length, count, `${said}: list and overview`);
  // Of the last state too, which is that of all orders here.
  if (isLong) t.deepEqual(await auditBooks(db.admin), [], said);
  return owed;
}

test.serial('new statuses, by rows only: an order walks through each, and all who count orders agree', async (t) => {
  const reserved = { stock: 'reserved', cash_state: 'not_shipped', parcel: 'kept' };
  await addStatus('packed', reserved);
  await addStatus('at_hub', { ...reserved, cash_state: 'with_courier' });
  await addStatus('installed', { stock: 'sold', cash_state: 'delivered_unpaid', parcel: 'delivered' });
  await addStatus('refused', { stock: 'returning', cash_state: null, parcel: 'kept' });
  await addStatus('expired', { stock: 'none', cash_state: null, parcel: 'cancelled', is_cancelled: true });
  await addStatus('rehearsal', { stock: 'none', cash_state: null, parcel: 'cancelled', is_genuine: false });
  await addTransitions(
    ['confirmed', 'packed'],
    ['packed', 'confirmed'],
    ['packed', 'in_transit', 'parcel'],
    ['in_transit', 'at_hub'],
    ['at_hub', 'in_transit'],
    ['at_hub', 'delivered'],
    ['at_hub', 'failed_delivery'],
    ['at_hub', 'refused'],
    ['delivered', 'installed'],
    ['installed', 'returned', 'return'],
    ['pending', 'expired'],
    ['pending', 'rehearsal'],
    ['rehearsal', 'pending'],
  );
  const place = (more = {}) => desk.place([{ sku: 'SOAP', quantity: 2 }], more);
  const change = async (before: Owed, work: () => Promise<unknown>, said: string) => {
    await work();
    const now = await agree(t, said);
    return Object.fromEntries(
      (Object.keys(now) as (keyof Owed)[])
        .map((state) => [state, now[state].orders - before[state].orders])
        .filter(([, by]) => by !== 0),
    );
  };

  let owed = await agree(t, 'at first');
  const free = await desk.stock('SOAP');
  const { id } = await place();
  await desk.move(id, 'confirmed');
  t.deepEqual(await change(owed, () => desk.move(id, 'packed'), 'packed'), { not_shipped: 1 });

  // A parcel is booked from it as from the others before the courier, and the move is the parcel's own.
  const asked = await desk.call('update_order_status', { id, status: 'in_transit' });
  t.like(asked.outcome, { sqlstate: 'HT103', fields: { status: ['may become confirmed'] } });
  t.like(await refusalOf(desk.staff('book_parcel', { order_id: (await place()).id, courier_id: null })), {
    code: 'HT103',
    fields: { status: ['must be confirmed, processing, ready_to_ship or packed'] },
  });
  const parcel = await desk.staff('book_parcel', { order_id: id, courier_id: desk.couriers.silent });
  t.is((await desk.order(id)).status, 'in_transit');
  owed = await agree(t, 'in transit');
  t.deepEqual(await change(owed, () => desk.move(id, 'at_hub'), 'at hub'), {});
  t.is((await desk.order(id)).due_amount, '200.00');
  const back = await desk.call('update_order_status', { id, status: 'pending' });
  t.like(back.outcome, { sqlstate: 'HT101', fields: { status: ['live_parcel'] } });
  // There is no transition from here back to the stock: it is refused, not passed over.
  t.like(await refusalOf(desk.staff('cancel_parcel', { parcel_id: parcel.id })), { code: 'HT103' });

  t.deepEqual(
    await change(
      owed,
      () => desk.staff('record_parcel_delivered', { parcel_id: parcel.id, collected_amount: 200 }),
      'delivered',
    ),
    { with_courier: -1, delivered_unpaid: 1 },
  );
  const { delivered_at } = await desk.order(id);
  t.deepEqual(await change(await agree(t, 'before'), () => desk.move(id, 'installed'), 'installed'), {});
  t.deepEqual((await desk.order(id)).delivered_at, delivered_at);
  const [item] = await rows('select id from app.order_items where order_id = $1', [id]);
  const lines = [{ order_item_id: item.id, quantity: 2 }];
  const { id: return_id } = await desk.staff('create_return', { order_id: id, lines });
  await desk.staff('receive_return', { return_id });
  t.like(await desk.order(id), { status: 'returned', fulfillment_status: 'returned', due_amount: '0.00' });

  const refused = await place();
  await desk.move(refused.id, 'confirmed', 'ready_to_ship', 'in_transit', 'at_hub');
  t.deepEqual(await change(await agree(t, 'before'), () => desk.move(refused.id, 'refused'), 'refused'), {
    with_courier: -1,
  });
  await desk.staff('receive_parcel', { parcel_id: (await desk.parcel(refused.id)).id });
  t.like(await desk.order(refused.id), { status: 'refused', fulfillment_status: 'returned', due_amount: '0.00' });

  const coupon = await insert(db.admin, 'coupons', {
    company_id: desk.shop.companyId,
    store_id: desk.shop.stores[0].id,
    code: 'TEN',
    type: 'percent',
    value: 10,
  });
  const late = await place({ coupon_code: 'TEN' });
  t.deepEqual(await change(await agree(t, 'before'), () => desk.move(late.id, 'expired'), 'expired'), {
    not_shipped: -1,
  });
  t.truthy((await desk.order(late.id)).cancelled_at);
  t.is((await desk.events(late.id)).at(-1)?.type, 'order.cancelled');
  t.like((await rows('select used_count from app.coupons where id = $1', [coupon]))[0], { used_count: 0 });
  t.is((await desk.call('update_order_status', { id: late.id, status: 'pending' })).outcome.sqlstate, 'HT103');

  const rehearsal = await place({ customer: { phone: '01733333333', full_name: 'Nasrin Akter' } });
  t.deepEqual(await change(await agree(t, 'before'), () => desk.move(rehearsal.id, 'rehearsal'), 'rehearsal'), {
    not_shipped: -1,
  });
  const { customer_id } = await desk.order(rehearsal.id);
  const { stats } = await desk.ask('get_customer', { id: customer_id, expand: ['stats'] });
  t.like(stats, { orders_count: 0, last_order_at: null, returned_count: 0 });
  await desk.move(rehearsal.id, 'pending');
  await desk.ask('cancel_order', { id: rehearsal.id });

  // As the migration does with its last step.
  await rows('select internal.record_schema(null)');
  // All that was held is on the shelf again, but the order that was only placed to be refused a parcel.
  const [onHand, held] = free.split('/').map(Number) as [number, number];
  t.is(await desk.stock('SOAP'), `${onHand}/${held + 2}`);
  t.deepEqual(await asRole('haat_dba', 'select * from ledger.audit()', []), []);
});

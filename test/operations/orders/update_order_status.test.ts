// The life of an order through the status route and cancel: the table of transitions, the parcel's refusals, what follows.
import test from 'ava';
import { startApi, type TestApi } from '../../helpers/api.ts';
import type { TestDatabase } from '../../helpers/database.ts';
import { refuseBroken } from '../../helpers/invariants.ts';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeOrder } from '../../helpers/operations/makers.ts';
import { type Desk, openDesk } from '../../helpers/orders.ts';
import { borrowDatabase } from '../../helpers/shared-database.ts';
import { createShop, stockVariant } from '../../helpers/shop.ts';

let db: TestDatabase;
let api: TestApi;
let desk: Desk;

test.before(async () => {
  db = await borrowDatabase('sound');
  api = await startApi({ pool: db.as('haat_gateway') });
  const shop = await createShop(db.admin);
  for (const sku of ['SOAP', 'OIL', 'SALT']) await stockVariant(db.admin, shop, { sku, quantity: 1000, price: 100 });
  desk = await openDesk(db, shop);
});
test.after.always(async () => {
  await api?.stop();
  if (db) await refuseBroken(db.admin);
  await db?.drop();
});

const moves: Record<string, string[]> = {
  pending: ['follow_up', 'confirmed', 'processing', 'hold', 'cancelled', 'spam'],
  follow_up: ['pending', 'confirmed', 'hold', 'cancelled', 'spam'],
  hold: ['pending', 'follow_up', 'confirmed', 'processing', 'cancelled', 'spam'],
  confirmed: ['follow_up', 'processing', 'ready_to_ship', 'hold', 'cancelled'],
  processing: ['confirmed', 'ready_to_ship', 'hold', 'cancelled'],
  ready_to_ship: ['processing', 'in_transit', 'hold', 'cancelled'],
  in_transit: ['delivered', 'failed_delivery', 'returned'],
  failed_delivery: ['in_transit', 'delivered', 'returned'],
  spam: ['pending'],
  delivered: [],
  returned: [],
  cancelled: [],
};
const road = ['confirmed', 'processing', 'ready_to_ship', 'in_transit'];
const wayTo: Record<string, string[]> = {
  pending: [],
  follow_up: ['follow_up'],
  hold: ['hold'],
  confirmed: ['confirmed'],
  processing: ['processing'],
  ready_to_ship: road.slice(0, 3),
  in_transit: road,
  failed_delivery: [...road, 'failed_delivery'],
  spam: ['spam'],
  delivered: [...road, 'delivered'],
  returned: [...road, 'returned'],
  cancelled: ['cancelled'],
};

/** An order in a status, come there by the status route. */
async function orderIn(status: string) {
  const { id } = await desk.place([{ sku: 'SOAP', quantity: 1 }]);
  await desk.move(id, ...(wayTo[status] ?? []));
  return id as string;
}

testCommonRules('update_order_status', () => ({ db, api }), {
  sound: async (maker) => ({ id: (await makeOrder(maker)).id, status: 'confirmed', note: 'By phone' }),
  wrong: [
    [{ status: undefined }, 'status'],
    [{ status: 'lost' }, 'status'],
    [{ note: 7 }, 'note'],
    [{ reason: 7 }, 'reason'],
  ],
});

for (const from of Object.keys(moves)) {
  test.serial(`from ${from} an order may become what the table says, and nothing else`, async (t) => {
    const id = await orderIn(from);
    for (const to of Object.keys(moves).filter((status) => !moves[from]?.includes(status))) {
      const { outcome } = await desk.call('update_order_status', { id, status: to });
      t.is(outcome.sqlstate, 'HT103', `${from} -> ${to}`);
      const allowed = [...(moves[from] ?? [])].sort();
      t.deepEqual(outcome.fields?.status, [
        allowed.length > 0 ? `may become ${allowed.join(', ')}` : `${from} is final`,
      ]);
    }
    t.is((await desk.order(id)).status, from);
    for (const to of moves[from] ?? []) {
      const other = await orderIn(from);
      t.is((await desk.move(other, to)).status, to);
    }
  });
}

test.serial('a word that is no status is refused before anything is looked at', async (t) => {
  const { outcome } = await desk.call('update_order_status', { id: await orderIn('cancelled'), status: 'lost' });
  t.like(outcome, { sqlstate: 'HT008', fields: { status: ['is not an order status'] } });
});

test.serial('stock over an order’s life: reserved, released, reserved again, sold', async (t) => {
  t.is(await desk.stock('OIL'), '1000/0');
  const { id } = await desk.place([
    { sku: 'OIL', quantity: 3 },
    { sku: 'OIL', quantity: 2 },
  ]);
  t.is(await desk.stock('OIL'), '1000/5');
  await desk.move(id, 'spam');
  t.is(await desk.stock('OIL'), '1000/0');
  await desk.move(id, 'pending');
  t.is(await desk.stock('OIL'), '1000/5');
  const delivered = await desk.move(id, ...road, 'delivered');
  t.is(await desk.stock('OIL'), '995/0');
  t.like(delivered, { fulfillment_status: 'fulfilled', due_amount: '500.00', payment_status: 'unpaid' });
  t.truthy(delivered.delivered_at);
  t.deepEqual(
    delivered.items.map((item: { delivered_quantity: number }) => item.delivered_quantity),
    [3, 2],
  );
  const cancelled = await desk.place([{ sku: 'OIL', quantity: 4 }]);
  await desk.ask('cancel_order', { id: cancelled.id });
  t.is(await desk.stock('OIL'), '995/0');
});

test.serial('spam that turns out to be real may find its goods sold', async (t) => {
  await stockVariant(db.admin, desk.shop, { sku: 'LAST', quantity: 1 });
  const first = await desk.place([{ sku: 'LAST', quantity: 1 }]);
  await desk.move(first.id, 'spam');
  await desk.place([{ sku: 'LAST', quantity: 1 }]);
  const { outcome } = await desk.call('update_order_status', { id: first.id, status: 'pending' });
  t.is(outcome.sqlstate, 'HT102');
  t.like(outcome.fields, { items: [{ line: 0, sku: 'LAST', requested: 1, available: 0 }] });
  t.is((await desk.order(first.id)).status, 'spam');
});

test.serial('an undelivered order that comes back keeps its stock until it is received', async (t) => {
  const before = await desk.stock('SALT');
  const { id } = await desk.place([{ sku: 'SALT', quantity: 2 }]);
  await desk.move(id, ...road, 'returned');
  t.is(before, '1000/0');
  t.is(await desk.stock('SALT'), '1000/2');
  // An order sent off by hand has a shipment too, so that it can be received.
  await desk.staff('receive_parcel', { parcel_id: (await desk.parcel(id)).id });
  t.is(await desk.stock('SALT'), '1000/0');
  t.like(await desk.order(id), { status: 'returned', fulfillment_status: 'returned', due_amount: '0.00' });
});

test.serial('every move is told: event with what it was before, timeline with who and why', async (t) => {
  const { id } = await desk.place([{ sku: 'SOAP', quantity: 1 }]);
  await desk.ask('update_order_status', { id, status: 'confirmed', note: 'By phone', reason: 'called' });
  await desk.ask('cancel_order', { id, reason: 'changed_mind', note: 'Will order again' });
  const events = await desk.events(id);
  t.deepEqual(
    events.map(({ type, previous }) => [type, previous]),
    [
      ['order.created', null],
      ['order.updated', { status: 'pending' }],
      ['order.cancelled', { status: 'confirmed', due_amount: '100.00' }],
    ],
  );
  t.like(events[1]?.object, { status: 'confirmed', items: [{ sku: 'SOAP' }] });
  const timeline = await desk.timeline(id);
  t.like(timeline[1], {
    from_status: 'pending',
    to_status: 'confirmed',
    note: 'By phone',
    actor_type: 'api_key',
    detail: { reason: 'called' },
  });
  t.like(timeline[2], { to_status: 'cancelled', note: 'Will order again', detail: { reason: 'changed_mind' } });
  t.is((await desk.order(id)).note, null);
});

// Parcels: what a booking, a pickup, a delivery and a way back do to the order, its stock and its money.
import test from 'ava';
import { findBrokenSoFar, refuseBroken } from '../helpers/invariants.ts';
import { openDesk, refusalOf } from '../helpers/orders.ts';
import { createShop } from '../helpers/shop.ts';
import { book, db, desk, line, openParcelShop, place, send, statusOf, tryMove } from '../helpers/shops/parcel-shop.ts';

test.before(openParcelShop);
test.afterEach.always(async (t) => {
  if (db) t.deepEqual(await findBrokenSoFar(db.admin), []);
});
test.after.always(async () => {
  if (db) await refuseBroken(db.admin);
  await db?.drop();
});

test('a courier that reports pickups has the order wait for it, ready_to_ship', async (t) => {
  const { id } = await place();
  const parcel = await book(id, desk.couriers.reporting, { tracking_code: ' PX-1 ' });
  t.like(parcel, { status: 'booked', cod_amount: '1360.00', tracking_code: 'PX-1', picked_up_at: null });
  t.is(await statusOf(id), 'ready_to_ship');
  t.like(await desk.staff('record_parcel_pickup', { parcel_id: parcel.id }), { status: 'picked_up' });
  t.is(await statusOf(id), 'in_transit');
  const last = (await desk.events(id)).at(-1);
  t.like(last, { type: 'order.updated', previous: { status: 'ready_to_ship' } });
  t.like((await desk.timeline(id)).at(-1), { actor_type: 'staff', actor_name: 'Rina Akter' });
});

test('any other courier, or none, puts it in_transit at once', async (t) => {
  for (const courier of [desk.couriers.silent, null]) {
    const { id } = await place({ status: 'processing' });
    await book(id, courier);
    t.is(await statusOf(id), 'in_transit');
  }
});

test('a parcel is booked from three statuses, one at a time, and collects no more than is due', async (t) => {
  const pending = await desk.place([{ sku: (await place()).first, quantity: 1 }]);
  t.like(await refusalOf(book(pending.id, null)), { code: 'HT103' });
  const { id } = await place({ advance: 360 });
  t.like(await refusalOf(book(id, desk.couriers.reporting, { cod_amount: 1000.01 })), {
    code: 'HT008',
    fields: { cod_amount: ['must be at most what is due, 1000.00'] },
  });
  t.like(await refusalOf(book(id, desk.staffId)), {
    code: 'HT101',
    fields: { courier_id: ['is not an active courier of this company'] },
  });
  t.is((await book(id, desk.couriers.reporting)).cod_amount, '1000.00');
  t.like(await refusalOf(book(id, null)), {
    code: 'HT101',
    fields: { order_id: ['has a parcel that is under way: cancel it, or receive it back first'] },
  });
});

test('a live parcel holds the order on the courier’s road', async (t) => {
  const waiting = await place();
  const parcel = await book(waiting.id, desk.couriers.reporting);
  const sent = await send();
  const refusal = { sqlstate: 'HT101', fields: { status: ['live_parcel'] } };
  for (const id of [waiting.id, sent.id]) {
    for (const status of [
      'pending',
      'follow_up',
      'confirmed',
      'processing',
      'ready_to_ship',
      'hold',
      'cancelled',
      'spam',
    ])
      t.like(await tryMove(id, status), refusal, status);
    t.like((await desk.call('cancel_order', { id })).outcome, refusal);
  }
  // Before the pickup the parcel is cancelled first, then the order is free.
  await desk.staff('cancel_parcel', { parcel_id: parcel.id, reason: 'Ordered twice' });
  t.is((await desk.ask('cancel_order', { id: waiting.id })).status, 'cancelled');
  // After it, it is asked back; it stays live until it is here.
  t.like(await refusalOf(desk.staff('cancel_parcel', { parcel_id: sent.parcel })), {
    code: 'HT101',
    fields: { parcel_id: ['was picked up: ask for its return instead'] },
  });
  t.is((await desk.staff('request_parcel_return', { parcel_id: sent.parcel })).status, 'return_requested');
  t.like(await tryMove(sent.id, 'cancelled'), refusal);
  t.is((await desk.move(sent.id, 'returned')).status, 'returned');
});

test('a shipment recorded by hand and the store’s own rider are never live', async (t) => {
  const byHand = await place();
  await book(byHand.id, null);
  t.is((await tryMove(byHand.id, 'cancelled')).sqlstate, 'HT103');
  const rider = await place();
  await book(rider.id, desk.couriers.ownRider);
  t.is((await desk.ask('cancel_order', { id: rider.id })).status, 'cancelled');
  t.is((await desk.parcel(rider.id)).status, 'cancelled');
});

test('an order does not come back from a courier that has not fetched it', async (t) => {
  const { id } = await place();
  const parcel = await book(id, desk.couriers.reporting);
  const refusal = { sqlstate: 'HT101', fields: { status: ['parcel_not_picked_up'] } };
  t.like(await tryMove(id, 'returned'), refusal);
  // Nor can the courier have done anything else with it.
  for (const status of ['in_transit', 'delivered', 'failed_delivery'])
    t.like(await tryMove(id, status), { sqlstate: 'HT101', fields: { status: ['live_parcel'] } }, status);
  for (const name of ['record_parcel_delivered', 'request_parcel_return', 'receive_parcel'])
    t.like(
      await refusalOf(desk.staff(name, { parcel_id: parcel.id })),
      { code: 'HT101', fields: { parcel_id: ['was not picked up, as far as its courier has reported'] } },
      name,
    );
  await desk.staff('record_parcel_pickup', { parcel_id: parcel.id });
  t.is((await desk.move(id, 'returned')).status, 'returned');
});

test('a cancelled parcel sends nothing: another one must be booked', async (t) => {
  const { id } = await place();
  const parcel = await book(id, desk.couriers.silent);
  await desk.staff('cancel_parcel', { parcel_id: parcel.id });
  t.is(await statusOf(id), 'ready_to_ship');
  t.like(await tryMove(id, 'in_transit'), { sqlstate: 'HT101', fields: { status: ['shipment_cancelled'] } });
  await desk.move(id, 'hold');
  // The parcel is looked at before the table of moves.
  t.like(await tryMove(id, 'in_transit'), { sqlstate: 'HT101', fields: { status: ['shipment_cancelled'] } });
  await desk.move(id, 'confirmed');
  await book(id, desk.couriers.silent);
  t.is(await statusOf(id), 'in_transit');
});

test('delivered by the courier: the sale is booked, and its cash counts as paid with the payout', async (t) => {
  const order = await send();
  const parcel = await desk.staff('record_parcel_delivered', { parcel_id: order.parcel, collected_amount: 1360 });
  t.like(parcel, { status: 'delivered', collected_amount: '1360.00' });
  t.like(await desk.order(order.id), { status: 'delivered', paid_amount: '0.00', due_amount: '1360.00' });
  t.is(await desk.stock(order.first), '8/0');
  const payout = await desk.staff('record_parcel_payout', { parcel_id: order.parcel, reference: 'PX-77' });
  t.like(payout, { kind: 'payment', status: 'settled', amount: '1360.00', source: 'courier', note: 'PX-77' });
  t.like(await desk.order(order.id), { payment_status: 'paid', paid_amount: '1360.00', due_amount: '0.00' });
  t.like(await refusalOf(desk.staff('record_parcel_payout', { parcel_id: order.parcel })), {
    code: 'HT101',
    fields: { parcel_id: ['has its payout recorded already'] },
  });
  t.deepEqual(
    (await desk.events(order.id)).slice(-2).map(({ previous }) => previous),
    [
      { status: 'in_transit', fulfillment_status: 'unfulfilled' },
      { payment_status: 'unpaid', due_amount: '1360.00' },
    ],
  );
  // A payout recorded by mistake is struck out, and may come again.
  await desk.staff('void_payment', { payment_id: payout.id, reason: 'Wrong parcel' });
  t.like(await desk.order(order.id), { payment_status: 'unpaid', due_amount: '1360.00' });
  t.is((await desk.staff('record_parcel_payout', { parcel_id: order.parcel, amount: 1000 })).amount, '1000.00');
  t.like(await desk.order(order.id), { payment_status: 'partially_paid', due_amount: '360.00' });
});

test('a delivery told by the status route closes the parcel; the courier may still say what it collected', async (t) => {
  const order = await send();
  await desk.move(order.id, 'delivered');
  t.like(await desk.parcel(order.id), { status: 'delivered', collected_amount: null });
  const stated = await desk.staff('record_parcel_delivered', { parcel_id: order.parcel, collected_amount: 1300 });
  t.is(stated.collected_amount, '1300.00');
  t.like(await refusalOf(desk.staff('record_parcel_delivered', { parcel_id: order.parcel, collected_amount: 1 })), {
    code: 'HT101',
  });
  t.like(await refusalOf(desk.staff('record_parcel_payout', { parcel_id: order.parcel, amount: 1301 })), {
    code: 'HT008',
    fields: { amount: ['must be at most the 1300.00 that the courier holds'] },
  });
});

test('what the customer kept of it, and what came back, can be told later', async (t) => {
  const order = await place();
  const { id: parcel } = await book(order.id, desk.couriers.silent);
  await desk.move(order.id, 'delivered');
  await desk.staff('record_partial_delivery', {
    parcel_id: parcel,
    kept: [line(order.items[0], 2)],
    collected_amount: 1060,
  });
  t.is((await desk.order(order.id)).fulfillment_status, 'partially_fulfilled');
  await desk.staff('receive_parcel', { parcel_id: parcel });
  t.is(await desk.stock(order.second), '10/0');
});

test('a failed delivery is tried again, or brought back', async (t) => {
  const order = await send();
  await desk.staff('record_delivery_failure', { parcel_id: order.parcel, reason: 'Phone off' });
  t.is(await statusOf(order.id), 'failed_delivery');
  t.like((await desk.timeline(order.id)).at(-1), { to_status: 'failed_delivery', note: 'Phone off' });
  await desk.move(order.id, 'in_transit');
  t.is((await desk.parcel(order.id)).status, 'picked_up');
  await desk.staff('record_delivery_failure', { parcel_id: order.parcel });
  // Received without a word before: the order is returned by it.
  const parcel = await desk.staff('receive_parcel', { parcel_id: order.parcel });
  t.is(parcel.status, 'received');
  t.like(await desk.order(order.id), { status: 'returned', fulfillment_status: 'returned', due_amount: '0.00' });
  t.is(await desk.stock(order.first), '10/0');
  t.like(await refusalOf(desk.staff('receive_parcel', { parcel_id: order.parcel })), { code: 'HT101' });
});

test('the activity log writes money as everywhere: text with two decimals', async (t) => {
  const order = await send({ advance: 200 });
  const { rows } = await db.admin.query(
    `select action, after from internal.readable_activity_log where object_id = $1 order by id`,
    [order.parcel],
  );
  t.deepEqual(
    rows.map(({ action }) => action),
    ['parcel.booked', 'parcel.picked_up'],
  );
  t.is(rows[0].after.cod_amount, '1160.00');
});

test('staff need the permission, and reach only their own company', async (t) => {
  const order = await send();
  for (const [name, permission] of Object.entries({
    request_parcel_return: 'orders.manage',
    record_parcel_delivered: 'orders.manage',
    receive_parcel: 'inventory.manage',
    record_parcel_payout: 'payments.manage',
  })) {
    const others = ['orders.manage', 'inventory.manage', 'payments.manage'].filter((one) => one !== permission);
    t.is((await refusalOf(desk.staff(name, { parcel_id: order.parcel }, others))).code, 'HT014', name);
  }
  const rival = await openDesk(db, await createShop(db.admin));
  t.is((await refusalOf(rival.staff('cancel_parcel', { parcel_id: order.parcel }))).code, 'HT100');
  t.is((await refusalOf(rival.staff('book_parcel', { order_id: order.id }))).code, 'HT100');
  t.is((await refusalOf(rival.staff('assign_order', { order_id: order.id, staff_id: rival.staffId }))).code, 'HT100');
});

test('an order is given to a staff member, and shows it', async (t) => {
  const { id } = await place();
  await desk.staff('assign_order', { order_id: id, staff_id: desk.staffId });
  t.deepEqual((await desk.ask('get_order', { id })).assignee, { id: desk.staffId, name: 'Rina Akter' });
  t.is((await desk.ask('list_orders', { assignee_id: desk.staffId })).data.length, 1);
  const rival = await openDesk(db, await createShop(db.admin));
  t.like(await refusalOf(desk.staff('assign_order', { order_id: id, staff_id: rival.staffId })), { code: 'HT101' });
  await desk.staff('assign_order', { order_id: id });
  t.is((await desk.ask('get_order', { id })).assignee, null);
});

test('an order that turns back moves its parcel to another list of work, which is no change of the parcel', async (t) => {
  const sent = await send();
  const parcel = async () => {
    const { rows } = await db.admin.query(
      `select work, updated_at, (select count(*)::int from app.events e where e.object_id = p.id) as events
       from app.parcels p where id = $1`,
      [sent.parcel],
    );
    return rows[0];
  };
  const before = await parcel();
  t.is(before.work, 'with_courier');
  await desk.move(sent.id, 'returned');
  t.deepEqual(await parcel(), { ...before, work: 'coming_back' });
  await desk.staff('receive_parcel', { parcel_id: sent.parcel });
  t.is((await parcel()).events, before.events + 1);
});

// Parcels: what a booking, a pickup, a delivery and a way back do to the order, its stock and its money.
import test from 'ava';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { findBroken } from '../helpers/invariants.ts';
import { type Desk, openDesk, refusalOf } from '../helpers/orders.ts';
import { createShop, stockVariant } from '../helpers/shop.ts';

let db: TestDatabase;
let desk: Desk;
let skus = 0;

test.before(async () => {
  db = await freshDatabase();
  desk = await openDesk(db, await createShop(db.admin));
});
test.afterEach.always(async (t) => {
  if (db) t.deepEqual(await findBroken(db.admin), []);
});
test.after.always(() => db?.drop());

/** An order of 2 × 500 and 1 × 300 with 60 for delivery: 1360 in all; its two SKUs have 10 units each. */
async function place(more: { advance?: number; status?: string } = {}) {
  const [first, second] = [`A${++skus}`, `B${skus}`];
  await stockVariant(db.admin, desk.shop, { sku: first, quantity: 10, price: 500 });
  await stockVariant(db.admin, desk.shop, { sku: second, quantity: 10, price: 300 });
  const payment = { payment_method_id: desk.shop.stores[0].paymentMethods.card, amount: more.advance };
  const order = await desk.place(
    [
      { sku: first, quantity: 2 },
      { sku: second, quantity: 1 },
    ],
    { shipping_charge: 60, ...(more.advance && { payment }) },
  );
  const way = ['confirmed', 'processing', 'ready_to_ship'];
  await desk.move(order.id, ...way.slice(0, way.indexOf(more.status ?? 'confirmed') + 1));
  return { id: order.id as string, items: order.items as { id: string }[], first, second };
}
const line = (item: { id: string } | undefined, quantity: number, more = {}) => ({
  order_item_id: item?.id ?? '',
  quantity,
  ...more,
});
const book = (orderId: string, courier: string | null, more = {}) =>
  desk.staff('book_parcel', { order_id: orderId, courier_id: courier, ...more });
/** An order on the road with the courier that reports pickups. */
async function send(more: { advance?: number } = {}) {
  const order = await place(more);
  const parcel = await book(order.id, desk.couriers.reporting);
  await desk.staff('record_parcel_pickup', { parcel_id: parcel.id });
  return { ...order, parcel: parcel.id as string };
}
const statusOf = async (id: string) => (await desk.order(id)).status;
const tryMove = async (id: string, status: string) => (await desk.call('update_order_status', { id, status })).outcome;

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
    fields: { cod_amount: ['must be from 0 to what is due, 1000.00, with at most two decimals'] },
  });
  t.like(await refusalOf(book(id, desk.staffId)), {
    code: 'HT101',
    fields: { courier_id: ['is not an active courier of this company'] },
  });
  t.is((await book(id, desk.couriers.reporting)).cod_amount, '1000.00');
  t.like(await refusalOf(book(id, null)), { code: 'HT101', fields: { parcel: ['parcel_exists'] } });
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
    fields: { parcel: ['already_picked_up'] },
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
  await desk.move(id, 'in_transit', 'failed_delivery');
  t.like(await tryMove(id, 'returned'), refusal);
  for (const name of ['record_parcel_delivered', 'request_parcel_return', 'receive_parcel'])
    t.like(
      await refusalOf(desk.staff(name, { parcel_id: parcel.id })),
      { code: 'HT101', fields: { parcel: ['parcel_not_picked_up'] } },
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
    fields: { parcel: ['payout_already_recorded'] },
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

test('nor is its pickup asked for any more: what the customer kept, and what came back, can be told', async (t) => {
  const order = await place();
  const { id: parcel } = await book(order.id, desk.couriers.reporting);
  await desk.move(order.id, 'in_transit', 'delivered');
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

test('what comes back is received bit by bit; damaged goods leave the stock; the shelf is told', async (t) => {
  const order = await send();
  await desk.move(order.id, 'returned');
  t.is(await desk.stock(order.first), '10/2');
  const [a, b] = order.items;
  const receive = (...lines: object[]) => desk.staff('receive_parcel', { parcel_id: order.parcel, lines });
  t.like(await refusalOf(receive(line(a, 3))), {
    code: 'HT008',
    fields: { lines: ['is more than the parcel still holds'] },
  });
  t.like(await refusalOf(receive(line(a, 0))), { code: 'HT101', fields: { parcel: ['nothing_to_receive'] } });
  t.like(await refusalOf(receive({ order_item_id: order.id, quantity: 1 })), {
    fields: { 'lines.0': ['order_item_id is not a line of this order'] },
  });
  t.is((await receive(line(a, 1), line(a, 1, { condition: 'damaged' }))).status, 'picked_up');
  t.is(await desk.stock(order.first), '9/0');
  t.is(await desk.stock(order.second), '10/1');
  t.is((await desk.order(order.id)).fulfillment_status, 'unfulfilled');
  t.is((await receive(line(b, 1))).status, 'received');
  t.is((await desk.order(order.id)).fulfillment_status, 'returned');
  const { rows } = await db.admin.query(
    `select e.object ->> 'sku' as sku, e.object ->> 'available' as available from app.events e
     where type = 'inventory.updated' and object ->> 'sku' = any ($1) and created_at >= (select received_at - interval '5 seconds' from app.parcels where id = $2)
     order by sequence`,
    [[order.first, order.second], order.parcel],
  );
  t.deepEqual(rows.slice(-2), [
    { sku: order.first, available: '9' },
    { sku: order.second, available: '10' },
  ]);
});

test('a misspelt condition is refused, not taken for sellable', async (t) => {
  const order = await send();
  const lines = [line(order.items[0], 1, { conditon: 'damaged' })];
  t.like(await refusalOf(desk.staff('receive_parcel', { parcel_id: order.parcel, lines })), {
    code: 'HT008',
    fields: { 'lines.0': ['may hold order_item_id, quantity and condition only'] },
  });
  t.is(await desk.stock(order.first), '10/2');
});

test('partial delivery: the rest stays held until it is received, and is not due any more', async (t) => {
  const order = await send();
  const [a] = order.items;
  const partial = (kept: object[], collected?: number) =>
    desk.staff('record_partial_delivery', {
      parcel_id: order.parcel,
      kept,
      ...(collected && { collected_amount: collected }),
    });
  t.like(await refusalOf(partial([line(a, 3)])), { fields: { kept: ['is more than was sent'] } });
  t.like(await refusalOf(partial([line(a, 0)])), { fields: { kept: ['is empty: record a failed delivery instead'] } });
  t.like(await refusalOf(partial([line(a, 1)], 1360.01)), { code: 'HT008' });
  await partial([line(a, 1)], 560);
  t.like(await desk.order(order.id), {
    status: 'delivered',
    fulfillment_status: 'partially_fulfilled',
    due_amount: '560.00',
    returned_amount: '800.00',
  });
  t.is(await desk.stock(order.first), '9/1');
  t.is(await desk.stock(order.second), '10/1');
  t.like((await desk.events(order.id)).at(-1), {
    type: 'order.updated',
    previous: { status: 'in_transit', fulfillment_status: 'unfulfilled', due_amount: '1360.00' },
  });
  await desk.staff('record_parcel_payout', { parcel_id: order.parcel });
  t.like(await desk.order(order.id), { paid_amount: '560.00', due_amount: '0.00', payment_status: 'paid' });
  await desk.staff('receive_parcel', { parcel_id: order.parcel });
  t.like(await desk.order(order.id), {
    paid_amount: '560.00',
    due_amount: '0.00',
    payment_status: 'paid',
    returned_amount: '800.00',
  });
  t.is(await desk.stock(order.first), '9/0');
});

/** Three of 1,850 with 60 for delivery on the road, and what the courier holds of it. */
async function sendThree() {
  const sku = `C${++skus}`;
  await stockVariant(db.admin, desk.shop, { sku, quantity: 10, price: 1850 });
  const order = await desk.place([{ sku, quantity: 3 }], { shipping_charge: 60 });
  await desk.move(order.id, 'confirmed');
  const parcel_id = (await book(order.id, desk.couriers.silent)).id as string;
  return { id: order.id as string, item: order.items[0] as { id: string }, parcel_id };
}
const heldFor = async (parcelId: string) =>
  (await db.admin.query('select held_amount from ledger.courier_cash where parcel_id = $1', [parcelId])).rows[0]
    .held_amount;

test('a courier that does not say what it collected has collected the kept goods and the shipping, and pays out no more', async (t) => {
  const { id, item, parcel_id } = await sendThree();
  t.is(await heldFor(parcel_id), '0.00');
  const parcel = await desk.staff('record_partial_delivery', { parcel_id, kept: [line(item, 1)] });
  t.is(parcel.collected_amount, '1910.00');
  t.like(await desk.order(id), { returned_amount: '3700.00', due_amount: '1910.00', payment_status: 'unpaid' });
  t.is(await heldFor(parcel_id), '1910.00');
  t.like(await refusalOf(desk.staff('record_parcel_payout', { parcel_id, amount: 5610 })), {
    code: 'HT008',
    fields: { amount: ['must be at most the 1910.00 that the courier holds'] },
  });
  t.is((await desk.staff('record_parcel_payout', { parcel_id })).amount, '1910.00');
  t.like(await desk.order(id), { paid_amount: '1910.00', due_amount: '0.00', payment_status: 'paid' });
  t.is(await heldFor(parcel_id), '0.00');
  await desk.staff('receive_parcel', { parcel_id });
  t.like(await desk.order(id), { returned_amount: '3700.00', due_amount: '0.00', payment_status: 'paid' });
});

test('told after the courier stated or paid out the whole, what it collected is asked for', async (t) => {
  const stated = await sendThree();
  await desk.staff('record_parcel_delivered', { parcel_id: stated.parcel_id, collected_amount: 5610 });
  t.like(
    await refusalOf(
      desk.staff('record_partial_delivery', { parcel_id: stated.parcel_id, kept: [line(stated.item, 1)] }),
    ),
    {
      code: 'HT008',
      fields: { collected_amount: ['is required: the courier has already stated 5610.00, for all that was sent'] },
    },
  );
  const paid = await sendThree();
  await desk.staff('record_parcel_delivered', { parcel_id: paid.parcel_id });
  await desk.staff('record_parcel_payout', { parcel_id: paid.parcel_id });
  const partial = (more = {}) =>
    desk.staff('record_partial_delivery', { parcel_id: paid.parcel_id, kept: [line(paid.item, 1)], ...more });
  t.like(await refusalOf(partial()), { code: 'HT008' });
  // The courier did collect it all: the customer is owed what the refused goods cost.
  await partial({ collected_amount: 5610 });
  t.like(await desk.order(paid.id), { paid_amount: '5610.00', returned_amount: '3700.00', due_amount: '0.00' });
  await desk.staff('record_refund', { order_id: paid.id, amount: 3700 });
  t.like(await desk.order(paid.id), { paid_amount: '1910.00', waived_amount: '0.00', payment_status: 'paid' });
});

test('a courier that pays out in parts holds the rest, until that is paid out or voided back', async (t) => {
  const { id, item, parcel_id } = await sendThree();
  await desk.staff('record_partial_delivery', { parcel_id, kept: [line(item, 1)] });
  const first = await desk.staff('record_parcel_payout', { parcel_id, amount: 1000 });
  t.is(await heldFor(parcel_id), '910.00');
  t.is((await desk.staff('record_parcel_payout', { parcel_id })).amount, '910.00');
  t.like(await refusalOf(desk.staff('record_parcel_payout', { parcel_id })), {
    fields: { parcel: ['payout_already_recorded'] },
  });
  await desk.staff('void_payment', { payment_id: first.id, reason: 'Another parcel' });
  t.is(await heldFor(parcel_id), '1000.00');
  t.not((await desk.parcel(id)).payout_at, null);
  t.like(await desk.order(id), { paid_amount: '910.00', due_amount: '1000.00' });
});

test('what the customer paid in another way after the delivery, a courier that stated nothing does not hold', async (t) => {
  const { id, parcel_id } = await sendThree();
  await desk.staff('record_parcel_delivered', { parcel_id });
  const payment_method_id = desk.shop.stores[0].paymentMethods.bkash;
  await desk.ask('record_order_payment', { id, payment_method_id, amount: 5610, transaction_id: `H${++skus}` });
  t.is(await heldFor(parcel_id), '0.00');
  t.like(await refusalOf(desk.staff('record_parcel_payout', { parcel_id })), {
    fields: { parcel: ['nothing_collected'] },
  });
  await desk.staff('record_parcel_delivered', { parcel_id, collected_amount: 100 });
  t.is((await desk.staff('record_parcel_payout', { parcel_id })).amount, '100.00');
});

test('a courier that paid out more than it later says to have collected: the rest was not paid', async (t) => {
  const { id, parcel_id } = await sendThree();
  await desk.move(id, 'delivered');
  await desk.staff('record_parcel_payout', { parcel_id });
  await desk.staff('record_parcel_delivered', { parcel_id, collected_amount: 5600 });
  t.like(await desk.order(id), { paid_amount: '5600.00', due_amount: '10.00', payment_status: 'partially_paid' });
  t.like((await desk.events(id)).at(-1), { previous: { payment_status: 'paid', due_amount: '0.00' } });
});

test('what was kept comes back before the rest does: nothing is back whole until the courier’s part is received too', async (t) => {
  const order = await send();
  const [a] = order.items;
  await desk.staff('record_partial_delivery', { parcel_id: order.parcel, kept: [line(a, 1)], collected_amount: 560 });
  const asked = await desk.staff('create_return', { order_id: order.id, lines: [line(a, 1)], reason: 'Wrong colour' });
  await desk.staff('receive_return', { return_id: asked.id, lines: [line(a, 1, { condition: 'sellable' })] });
  t.like(await desk.order(order.id), { status: 'delivered', fulfillment_status: 'partially_fulfilled' });
  t.deepEqual(await findBroken(db.admin), []);
  await desk.staff('receive_parcel', { parcel_id: order.parcel });
  t.like(await desk.order(order.id), { fulfillment_status: 'returned', due_amount: '0.00' });
  t.is(await desk.stock(order.first), '10/0');
});

test('cash that the courier collected is booked though the goods came back before its payout', async (t) => {
  const order = await send();
  const [a, b] = order.items;
  await desk.staff('record_parcel_delivered', { parcel_id: order.parcel });
  const back = [line(a, 2), line(b, 1)];
  const asked = await desk.staff('create_return', { order_id: order.id, lines: back, reason: 'Wrong colour' });
  const sellable = back.map((one) => ({ ...one, condition: 'sellable' }));
  await desk.staff('receive_return', { return_id: asked.id, lines: sellable });
  t.like(await desk.order(order.id), { status: 'returned', due_amount: '0.00', paid_amount: '0.00' });
  await desk.staff('record_parcel_payout', { parcel_id: order.parcel });
  t.like(await desk.order(order.id), { due_amount: '0.00', paid_amount: '1360.00', refunded_amount: '0.00' });
});

test('told late, a partial delivery turns the sale of the rest round and paid drops by what was not collected', async (t) => {
  const order = await send();
  await desk.staff('record_parcel_delivered', { parcel_id: order.parcel });
  await desk.staff('record_parcel_payout', { parcel_id: order.parcel });
  t.like(await desk.order(order.id), { fulfillment_status: 'fulfilled', paid_amount: '1360.00', due_amount: '0.00' });
  t.is(await desk.stock(order.first), '8/0');
  await desk.staff('record_partial_delivery', {
    parcel_id: order.parcel,
    kept: [line(order.items[0], 1)],
    collected_amount: 560,
  });
  t.like(await desk.order(order.id), {
    status: 'delivered',
    fulfillment_status: 'partially_fulfilled',
    paid_amount: '560.00',
    due_amount: '0.00',
  });
  t.deepEqual((await desk.events(order.id)).at(-1)?.previous, { fulfillment_status: 'fulfilled' });
  t.is(await desk.stock(order.first), '9/1');
  t.like(
    await refusalOf(
      desk.staff('record_partial_delivery', { parcel_id: order.parcel, kept: [line(order.items[0], 1)] }),
    ),
    { fields: { parcel: ['already_delivered_in_part'] } },
  );
  await desk.staff('receive_parcel', {
    parcel_id: order.parcel,
    lines: [line(order.items[0], 1), line(order.items[1], 1, { condition: 'damaged' })],
  });
  t.like(await desk.order(order.id), { due_amount: '0.00', payment_status: 'paid' });
  t.is(await desk.stock(order.second), '9/0');
});

test('of an advance the store keeps up to the delivery charge, when the courier is known to have had the parcel', async (t) => {
  const kept = await send({ advance: 200 });
  await desk.move(kept.id, 'returned');
  t.like(await desk.order(kept.id), { retained_amount: '60.00', paid_amount: '200.00', due_amount: '0.00' });
  const small = await send({ advance: 25 });
  await desk.move(small.id, 'returned');
  t.is((await desk.order(small.id)).retained_amount, '25.00');
  const unknown = await place({ advance: 200 });
  await book(unknown.id, desk.couriers.silent);
  await desk.move(unknown.id, 'returned');
  t.is((await desk.order(unknown.id)).retained_amount, '0.00');
  // The pickup may be learnt of later.
  await desk.staff('record_parcel_pickup', { parcel_id: (await desk.parcel(unknown.id)).id });
  t.is((await desk.order(unknown.id)).retained_amount, '60.00');
});

test('the activity log writes money as everywhere: text with two decimals', async (t) => {
  const order = await send({ advance: 200 });
  const { rows } = await db.admin.query(
    `select before, after from app.activity_log where object_id = $1 and action = 'parcel.picked_up'`,
    [order.parcel],
  );
  t.like(rows[0].before, { paid_amount: '200.00', due_amount: '1160.00', refunded_amount: '0.00' });
  t.like(rows[0].after, { paid_amount: '200.00', due_amount: '1160.00', refunded_amount: '0.00' });
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

// What a parcel brings back, and what its courier collected: the stock, the debt and the cash of a delivery in part.
import test from 'ava';
import { findBrokenBooks, findBrokenSoFar, refuseBroken } from '../helpers/invariants.ts';
import { refusalOf } from '../helpers/orders.ts';
import { book, db, desk, heldFor, line, openParcelShop, place, send, sendThree } from '../helpers/shops/parcel-shop.ts';

test.before(openParcelShop);
test.afterEach.always(async (t) => {
  if (db) t.deepEqual(await findBrokenSoFar(db.admin), []);
});
test.after.always(async () => {
  if (db) await refuseBroken(db.admin);
  await db?.drop();
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
  t.like(await refusalOf(receive(line(a, 0))), {
    code: 'HT008',
    fields: { 'lines.0.quantity': ['must be at least 1'] },
  });
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
    fields: { 'lines.0.conditon': ['not allowed'] },
  });
  t.is(await desk.stock(order.first), '10/2');
});

test('partial delivery: the rest stays held and due until it is received', async (t) => {
  const order = await send();
  const [a] = order.items;
  const partial = (kept: object[], collected?: number) =>
    desk.staff('record_partial_delivery', {
      parcel_id: order.parcel,
      kept,
      ...(collected && { collected_amount: collected }),
    });
  t.like(await refusalOf(partial([line(a, 3)])), { fields: { kept: ['is more than was sent'] } });
  t.like(await refusalOf(partial([])), { fields: { kept: ['is empty: record a failed delivery instead'] } });
  t.like(await refusalOf(partial([line(a, 0)])), { fields: { 'kept.0.quantity': ['must be at least 1'] } });
  t.like(await refusalOf(partial([line(a, 1)], 1360.01)), { code: 'HT008' });
  await partial([line(a, 1)], 560);
  t.like(await desk.order(order.id), {
    status: 'delivered',
    fulfillment_status: 'partially_fulfilled',
    due_amount: '1360.00',
    held_by_courier_amount: '560.00',
    returned_amount: '0.00',
    coming_back_quantity: 2,
  });
  t.is(await desk.stock(order.first), '9/1');
  t.is(await desk.stock(order.second), '10/1');
  t.like((await desk.events(order.id)).at(-1), {
    type: 'order.updated',
    previous: { status: 'in_transit', fulfillment_status: 'unfulfilled' },
  });
  await desk.staff('record_parcel_payout', { parcel_id: order.parcel });
  t.like(await desk.order(order.id), { paid_amount: '560.00', due_amount: '800.00', payment_status: 'partially_paid' });
  await desk.staff('receive_parcel', { parcel_id: order.parcel });
  t.like(await desk.order(order.id), {
    paid_amount: '560.00',
    due_amount: '0.00',
    payment_status: 'paid',
    returned_amount: '800.00',
  });
  t.is(await desk.stock(order.first), '9/0');
});

test('a courier that does not say what it collected has collected the kept goods and the shipping, and pays out no more', async (t) => {
  const { id, item, parcel_id } = await sendThree();
  t.is(await heldFor(parcel_id), '0.00');
  const parcel = await desk.staff('record_partial_delivery', { parcel_id, kept: [line(item, 1)] });
  t.is(parcel.collected_amount, '1910.00');
  t.like(await desk.order(id), { returned_amount: '0.00', due_amount: '5610.00', payment_status: 'unpaid' });
  t.is(await heldFor(parcel_id), '1910.00');
  t.like(await refusalOf(desk.staff('record_parcel_payout', { parcel_id, amount: 5610 })), {
    code: 'HT008',
    fields: { amount: ['must be at most the 1910.00 that the courier holds'] },
  });
  t.is((await desk.staff('record_parcel_payout', { parcel_id })).amount, '1910.00');
  t.like(await desk.order(id), { paid_amount: '1910.00', due_amount: '3700.00', payment_status: 'partially_paid' });
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
  // The courier did collect it all: once the refused goods are here, the customer is owed what they cost.
  await partial({ collected_amount: 5610 });
  t.like(await desk.order(paid.id), { paid_amount: '5610.00', due_amount: '0.00', to_refund_amount: '0.00' });
  await desk.staff('receive_parcel', { parcel_id: paid.parcel_id });
  t.like(await desk.order(paid.id), { returned_amount: '3700.00', due_amount: '0.00', to_refund_amount: '3700.00' });
  await desk.staff('record_refund', { order_id: paid.id, amount: 3700 });
  t.like(await desk.order(paid.id), { paid_amount: '1910.00', waived_amount: '0.00', payment_status: 'paid' });
  t.is((await desk.order(paid.id)).to_refund_amount, '0.00');
});

test('a courier that pays out in parts holds the rest, until that is paid out or voided back', async (t) => {
  const { id, item, parcel_id } = await sendThree();
  await desk.staff('record_partial_delivery', { parcel_id, kept: [line(item, 1)] });
  const first = await desk.staff('record_parcel_payout', { parcel_id, amount: 1000 });
  t.is(await heldFor(parcel_id), '910.00');
  t.is((await desk.staff('record_parcel_payout', { parcel_id })).amount, '910.00');
  t.like(await refusalOf(desk.staff('record_parcel_payout', { parcel_id })), {
    fields: { parcel_id: ['has its payout recorded already'] },
  });
  await desk.staff('void_payment', { payment_id: first.id, reason: 'Another parcel' });
  t.is(await heldFor(parcel_id), '1000.00');
  t.not((await desk.parcel(id)).payout_at, null);
  t.like(await desk.order(id), { paid_amount: '910.00', due_amount: '4700.00', held_by_courier_amount: '1000.00' });
});

test('what the customer paid in another way after the delivery, a courier that stated nothing does not hold', async (t) => {
  const { id, parcel_id } = await sendThree();
  await desk.staff('record_parcel_delivered', { parcel_id });
  const payment_method_id = desk.shop.stores[0].paymentMethods.bkash;
  await desk.ask('record_order_payment', { id, payment_method_id, amount: 5610, transaction_id: `H${id}` });
  t.is(await heldFor(parcel_id), '0.00');
  t.like(await refusalOf(desk.staff('record_parcel_payout', { parcel_id })), {
    fields: { parcel_id: ['has no cash that its courier still holds'] },
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
  t.deepEqual(await findBrokenBooks(db.admin), []);
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
    due_amount: '800.00',
  });
  t.deepEqual((await desk.events(order.id)).at(-1)?.previous, {
    fulfillment_status: 'fulfilled',
    payment_status: 'paid',
    due_amount: '0.00',
  });
  t.is(await desk.stock(order.first), '9/1');
  t.like(
    await refusalOf(
      desk.staff('record_partial_delivery', { parcel_id: order.parcel, kept: [line(order.items[0], 1)] }),
    ),
    { fields: { parcel_id: ['was delivered in part already'] } },
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
  t.is((await desk.order(unknown.id)).to_refund_amount, '200.00');
  // What is owed back is settled once the order came back: a pickup is recorded before, or not at all.
  const late = await refusalOf(desk.staff('record_parcel_pickup', { parcel_id: (await desk.parcel(unknown.id)).id }));
  t.is(late.code, 'HT103');
  const learnt = await place({ advance: 200 });
  const { id: parcel_id } = await book(learnt.id, desk.couriers.silent);
  await desk.staff('record_parcel_pickup', { parcel_id });
  await desk.move(learnt.id, 'returned');
  t.like(await desk.order(learnt.id), { retained_amount: '60.00', to_refund_amount: '140.00' });
});

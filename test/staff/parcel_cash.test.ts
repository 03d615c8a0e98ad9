// The cash account of a parcel, what may be taken back of it, and that money and goods always find an end.
import test from 'ava';
import { findBrokenSoFar } from '../helpers/invariants.ts';
import { refusalOf } from '../helpers/orders.ts';
import { stockVariant } from '../helpers/shop.ts';
import {
  book,
  db,
  desk,
  heldFor,
  line,
  openParcelShop,
  place,
  send,
  statusOf,
  tryMove,
} from '../helpers/shops/parcel-shop.ts';

test.before(openParcelShop);
test.after.always(async () => {
  const broken = await findBrokenSoFar(db.admin);
  await db.drop();
  if (broken.length > 0) throw new Error(broken.join('\n'));
});

const because = { reason: 'A mistake' };
const card = () => desk.shop.stores[0].paymentMethods.card;
const pay = (order_id: string, amount: number) =>
  desk.staff('record_payment', { order_id, payment_method_id: card(), amount });
const refund = (order_id: string, amount: number) =>
  desk.staff('record_refund', { order_id, payment_method_id: card(), amount });
const delivered = (parcel_id: string, collected_amount: number | null = null) =>
  desk.staff('record_parcel_delivered', { parcel_id, collected_amount });
const payOut = (parcel_id: string, more = {}) => desk.staff('record_parcel_payout', { parcel_id, ...more });

/** An order of 1360 that its courier, or a person without one, delivered. */
async function deliver(courier: string | null, collected: number | null = null) {
  const order = await place();
  const { id: parcel } = await book(order.id, courier);
  await delivered(parcel, collected);
  return { ...order, parcel: parcel as string };
}

test('what a courier has collected cannot be paid beside it, with a courier or without', async (t) => {
  for (const courier of [desk.couriers.silent, desk.couriers.ownRider, null]) {
    const order = await place();
    const { id: parcel } = await book(order.id, courier);
    if (courier === desk.couriers.ownRider) await desk.staff('record_parcel_pickup', { parcel_id: parcel });
    await delivered(parcel, 1000);
    const { outcome } = await desk.call('record_order_payment', {
      id: order.id,
      payment_method_id: card(),
      amount: 1360,
    });
    t.like(outcome, { sqlstate: 'HT101', fields: { amount: ['held_by_courier'] } });
    // The 360 that were not collected are still to come from the customer.
    t.deepEqual((await refusalOf(pay(order.id, 360.01))).fields, { amount: ['held_by_courier'] });
    await pay(order.id, 360);
    t.is((await payOut(parcel)).amount, '1000.00');
    t.like(await desk.order(order.id), { paid_amount: '1360.00', due_amount: '0.00', held_by_courier_amount: '0.00' });
    await refusalOf(payOut(parcel));
  }
});

test('a refund of what the courier collected is recorded before its payout, and no more than that', async (t) => {
  const order = await deliver(desk.couriers.silent, 1360);
  t.like(await refusalOf(refund(order.id, 1360.01)), { code: 'HT008' });
  const { id: return_id } = await desk.staff('create_return', { order_id: order.id, lines: [line(order.items[0], 2)] });
  await desk.staff('receive_return', { return_id });
  t.is((await desk.order(order.id)).to_refund_amount, '1000.00');
  // Without a payment there is no method that it came by.
  const unnamed = desk.staff('record_refund', { order_id: order.id, amount: 1000 });
  t.regex((await refusalOf(unnamed)).fields.payment_method_id[0], /is required/);
  await refund(order.id, 1000);
  t.like(await desk.order(order.id), {
    paid_amount: '0.00',
    refunded_amount: '1000.00',
    to_refund_amount: '0.00',
    waived_amount: '0.00',
    due_amount: '1360.00',
    held_by_courier_amount: '1360.00',
    payment_status: 'unpaid',
  });
  await payOut(order.parcel);
  t.like(await desk.order(order.id), { paid_amount: '360.00', due_amount: '0.00', payment_status: 'paid' });
});

test('a payment to the store is the store’s: its refund makes no courier hold cash', async (t) => {
  const order = await deliver(desk.couriers.silent);
  t.is(await heldFor(order.parcel), '1360.00');
  await pay(order.id, 1360);
  t.is(await heldFor(order.parcel), '0.00');
  await refund(order.id, 50);
  t.is(await heldFor(order.parcel), '0.00');
  t.like(await refusalOf(payOut(order.parcel)), { code: 'HT101' });
  await refund(order.id, 1310);
  t.is(await heldFor(order.parcel), '0.00');
  t.like(await desk.order(order.id), { payment_status: 'refunded', due_amount: '0.00', waived_amount: '1360.00' });
});

test('paying exactly what is due ends the debt, whatever was refunded and restated before', async (t) => {
  const order = await deliver(desk.couriers.silent);
  await payOut(order.parcel);
  await refund(order.id, 50);
  await delivered(order.parcel, 0);
  const { due_amount, payment_status } = await desk.order(order.id);
  // The customer has the goods and 50 that were given away; nothing was paid.
  t.deepEqual([due_amount, payment_status], ['1360.00', 'unpaid']);
  await pay(order.id, Number(due_amount));
  t.like(await desk.order(order.id), { due_amount: '0.00', to_refund_amount: '0.00', payment_status: 'paid' });
});

test('after a partial delivery what comes back stays due until it is received', async (t) => {
  for (const isPaidOut of [true, false]) {
    const [first, second] = [`D1-${isPaidOut}`, `D2-${isPaidOut}`];
    await stockVariant(db.admin, desk.shop, { sku: first, quantity: 5, price: 500 });
    await stockVariant(db.admin, desk.shop, { sku: second, quantity: 5, price: 300 });
    const order = await desk.place(
      [
        { sku: first, quantity: 1 },
        { sku: second, quantity: 2 },
      ],
      { shipping_charge: 60 },
    );
    await desk.move(order.id, 'confirmed');
    const { id: parcel_id } = await book(order.id, desk.couriers.silent);
    if (isPaidOut) {
      await delivered(parcel_id);
      await payOut(parcel_id);
    }
    const kept = [line(order.items[0], 1)];
    await desk.staff('record_partial_delivery', { parcel_id, kept, collected_amount: 560 });
    t.like(
      await desk.order(order.id),
      isPaidOut
        ? { paid_amount: '560.00', due_amount: '600.00', coming_back_quantity: 2 }
        : { paid_amount: '0.00', due_amount: '1160.00', held_by_courier_amount: '560.00', coming_back_quantity: 2 },
    );
    await desk.staff('receive_parcel', { parcel_id });
    t.like(await desk.order(order.id), {
      due_amount: isPaidOut ? '0.00' : '560.00',
      returned_amount: '600.00',
      coming_back_quantity: 0,
    });
  }
});

test('what a courier keeps for its services and what is written off settle the order, and are taken back as they came', async (t) => {
  const order = await deliver(desk.couriers.silent, 1360);
  t.is((await refusalOf(payOut(order.parcel, { charged_amount: 1360 }))).code, 'HT008');
  t.is((await refusalOf(payOut(order.parcel, { amount: 1300, charged_amount: 60.01 }))).code, 'HT008');
  const payout = await payOut(order.parcel, { amount: 900, charged_amount: 60 });
  t.like(payout, { amount: '900.00', charged_amount: '60.00' });
  t.like(await desk.order(order.id), { paid_amount: '960.00', due_amount: '400.00', held_by_courier_amount: '400.00' });
  const writeOff = (amount?: number) =>
    desk.staff('write_off_parcel_cash', {
      parcel_id: order.parcel,
      ...because,
      ...(amount !== undefined && { amount }),
    });
  t.is((await refusalOf(writeOff(400.01))).code, 'HT008');
  t.is((await writeOff()).written_off_amount, '400.00');
  t.like(await desk.order(order.id), { paid_amount: '1360.00', due_amount: '0.00', held_by_courier_amount: '0.00' });
  // Neither is money that the store received.
  const { rows } = await db.admin.query('select sum(counted_amount) from ledger.payments where order_id = $1', [
    order.id,
  ]);
  t.is(rows[0].sum, '900.00');
  await writeOff(0);
  await desk.staff('void_payment', { payment_id: payout.id, ...because });
  t.like(await desk.order(order.id), { paid_amount: '0.00', due_amount: '1360.00', held_by_courier_amount: '1360.00' });
});

test('what was stated as collected is stated anew until it is paid out', async (t) => {
  const order = await deliver(desk.couriers.silent, 1360);
  const restate = (collected_amount: number | null) =>
    desk.staff('restate_collected', { parcel_id: order.parcel, ...because, collected_amount });
  t.like((await refusalOf(desk.staff('restate_collected', { parcel_id: order.parcel, reason: ' ' }))).fields, {
    reason: ['must not be empty'],
  });
  t.is((await refusalOf(restate(1360.01))).code, 'HT008');
  t.is((await restate(1000)).held_amount, '1000.00');
  t.is((await restate(null)).collected_amount, null);
  await payOut(order.parcel, { amount: 1 });
  t.deepEqual((await refusalOf(restate(5))).fields, { parcel_id: ['was paid out: void the payout first'] });
});

test('units of an order that came back are never stuck: no parcel of it is cancelled, and its goods can be received', async (t) => {
  for (const courier of [desk.couriers.silent, null]) {
    const order = await place();
    const { id: parcel_id } = await book(order.id, courier);
    await desk.move(order.id, 'returned');
    t.is((await refusalOf(desk.staff('cancel_parcel', { parcel_id }))).code, 'HT101');
    // As a release before this one left it: the audit says so, and what frees it.
    await db.admin.query(`update app.parcels set status = 'cancelled', cancelled_at = now() where id = $1`, [
      parcel_id,
    ]);
    const { rows } = await db.admin.query('select expected from ledger.check_order_parcels where order_id = $1', [
      order.id,
    ]);
    t.deepEqual(
      rows.map(({ expected }) => expected),
      ['units on a parcel that is not cancelled (receiveParcel frees them)'],
    );
    await desk.staff('receive_parcel', { parcel_id });
    t.is(await desk.stock(order.first), '10/0');
    t.like(await desk.order(order.id), { fulfillment_status: 'returned', coming_back_quantity: 0 });
  }
});

test('a delivery stated by mistake is taken back, whole or in part, while nothing followed from it', async (t) => {
  const order = await deliver(desk.couriers.silent, 1000);
  const undo = () => desk.staff('undo_parcel_step', { parcel_id: order.parcel, ...because });
  const payout = await payOut(order.parcel);
  t.deepEqual((await refusalOf(undo())).fields, { parcel_id: ['was paid out: void the payout first'] });
  await desk.staff('void_payment', { payment_id: payout.id, ...because });
  t.like(await undo(), { status: 'picked_up', delivered_at: null, collected_amount: null, work: 'with_courier' });
  t.like(await desk.order(order.id), { status: 'in_transit', delivered_at: null, held_by_courier_amount: '0.00' });
  t.is(await desk.stock(order.first), '10/2');
  await desk.staff('record_partial_delivery', { parcel_id: order.parcel, kept: [line(order.items[0], 1)] });
  await undo();
  t.like(await desk.order(order.id), {
    status: 'in_transit',
    fulfillment_status: 'unfulfilled',
    due_amount: '1360.00',
  });
  await delivered(order.parcel);
  const { id: return_id } = await desk.staff('create_return', { order_id: order.id, lines: [line(order.items[0], 1)] });
  t.regex((await refusalOf(undo())).fields.parcel_id[0], /with returns/);
  await desk.staff('cancel_return', { return_id, ...because });
  t.is((await undo()).status, 'picked_up');
  t.like((await desk.timeline(order.id)).at(-1), {
    from_status: 'delivered',
    to_status: 'in_transit',
    note: 'A mistake',
  });
});

test('a pickup, a failed delivery, a return request and an order’s return are taken back in turn', async (t) => {
  const order = await send();
  const undo = () => desk.staff('undo_parcel_step', { parcel_id: order.parcel, ...because });
  await desk.staff('record_delivery_failure', { parcel_id: order.parcel });
  await desk.staff('request_parcel_return', { parcel_id: order.parcel });
  await desk.move(order.id, 'returned');
  const seen = [];
  for (let step = 0; step < 3; step += 1) {
    const { status } = await undo();
    seen.push(`${await statusOf(order.id)}, ${status}`);
  }
  t.deepEqual(seen, ['in_transit, return_requested', 'in_transit, picked_up', 'ready_to_ship, booked']);
  t.regex((await refusalOf(undo())).fields.parcel_id[0], /nothing/);
  t.like(await tryMove(order.id, 'in_transit'), { sqlstate: 'HT101', fields: { status: ['live_parcel'] } });
});

test('a return asked for by mistake is cancelled, and blocks no partial delivery; one received is taken back', async (t) => {
  const order = await deliver(desk.couriers.silent);
  const ask = () => desk.staff('create_return', { order_id: order.id, lines: [line(order.items[0], 1)] });
  const first = await ask();
  t.is((await desk.staff('cancel_return', { return_id: first.id, ...because })).status, 'cancelled');
  t.is((await refusalOf(desk.staff('cancel_return', { return_id: first.id, ...because }))).code, 'HT101');
  t.is((await refusalOf(desk.staff('receive_return', { return_id: first.id }))).code, 'HT101');
  await desk.staff('record_partial_delivery', {
    parcel_id: order.parcel,
    kept: [line(order.items[0], 2)],
    collected_amount: 1060,
  });
  await desk.staff('receive_parcel', { parcel_id: order.parcel });

  const second = await desk.staff('create_return', { order_id: order.id, lines: [line(order.items[0], 2)] });
  const lines = [line(order.items[0], 2, { condition: 'damaged' })];
  await desk.staff('receive_return', { return_id: second.id, lines });
  t.is(await statusOf(order.id), 'returned');
  t.is(await desk.stock(order.first), '8/0');
  const undone = await desk.staff('undo_return_receipt', { return_id: second.id, ...because });
  t.like(undone, { status: 'requested', received_at: null });
  t.like(await desk.order(order.id), { status: 'delivered', fulfillment_status: 'partially_fulfilled' });
  t.is(await desk.stock(order.first), '8/0');
  await desk.staff('receive_return', { return_id: second.id });
  t.is(await desk.stock(order.first), '10/0');
  // Sold since: the units are not there to be given back.
  await desk.place([{ sku: order.first, quantity: 9 }]);
  const late = desk.staff('undo_return_receipt', { return_id: second.id, ...because });
  t.regex((await refusalOf(late)).fields.return_id[0], /sold or moved since/);
});

test('an order that came back whole is sent again, by a new parcel', async (t) => {
  const order = await send();
  await desk.move(order.id, 'returned');
  const again = () => desk.staff('send_again', { order_id: order.id });
  t.regex((await refusalOf(again())).fields.order_id[0], /still to come back/);
  await desk.staff('receive_parcel', { parcel_id: order.parcel });
  t.like(await again(), { status: 'ready_to_ship', fulfillment_status: 'unfulfilled', due_amount: '1360.00' });
  t.is(await desk.stock(order.first), '10/2');
  const { id: parcel_id } = await book(order.id, desk.couriers.silent);
  t.like(await desk.order(order.id), { status: 'in_transit', with_courier_quantity: 3 });
  const damaged = [line(order.items[1], 1, { condition: 'damaged' }), line(order.items[0], 2)];
  await desk.staff('receive_parcel', { parcel_id, lines: damaged });
  t.regex((await refusalOf(again())).fields.order_id[0], /damaged/);
});

test('spam gives its coupon use back, and takes it again while one is left', async (t) => {
  await desk.staff('create_coupon', {
    ...{ store_id: desk.shop.stores[0].id, code: 'ONCE', type: 'fixed', value: 10, usage_limit: 1 },
  });
  await stockVariant(db.admin, desk.shop, { sku: 'SPAMMED', quantity: 10, price: 100 });
  const buy = () => desk.place([{ sku: 'SPAMMED', quantity: 1 }], { coupon_code: 'once' });
  const first = await buy();
  await desk.move(first.id, 'spam', 'pending', 'spam');
  const second = await buy();
  t.like(await tryMove(first.id, 'pending'), { sqlstate: 'HT101', fields: { coupon: ['used_up'] } });
  await desk.move(second.id, 'cancelled');
  t.is((await desk.move(first.id, 'pending')).status, 'pending');
});

test('a customer has spent what was kept of delivered orders', async (t) => {
  await stockVariant(db.admin, desk.shop, { sku: 'SPENT', quantity: 10, price: 500 });
  const buyer = { customer: { phone: '01799999999', full_name: 'Shirin Sultana' }, shipping_charge: 60 };
  const order = await desk.place([{ sku: 'SPENT', quantity: 3 }], buyer);
  await desk.move(order.id, 'confirmed');
  const { customer_id } = await desk.order(order.id);
  const spent = async () =>
    Number((await desk.ask('get_customer', { id: customer_id, expand: ['stats'] })).stats.total_spent);
  const { id: parcel_id } = await book(order.id, null);
  await desk.staff('record_partial_delivery', { parcel_id, kept: [line(order.items[0], 1)] });
  t.is(await spent(), 560);
});

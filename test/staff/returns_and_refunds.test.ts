// What comes back after a delivery, and money that goes back: returns, refunds, voids.
import test from 'ava';
import type { TestDatabase } from '../helpers/database.ts';
import { findBrokenSoFar, refuseBroken } from '../helpers/invariants.ts';
import { type Desk, openDesk, refusalOf } from '../helpers/orders.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createShop, stockVariant } from '../helpers/shop.ts';

let db: TestDatabase;
let desk: Desk;
let skus = 0;
let transactions = 0;

test.before(async () => {
  db = await borrowDatabase('sound');
  desk = await openDesk(db, await createShop(db.admin));
});
test.afterEach.always(async (t) => {
  if (db) t.deepEqual(await findBrokenSoFar(db.admin), []);
});
test.after.always(async () => {
  if (db) await refuseBroken(db.admin);
  await db?.drop();
});

/** 3 × 100 of one SKU (20 units there) and 60 for delivery: 360, with an advance or paid in full after the delivery. */
async function place(more: { delivered?: boolean; paid?: number; discount?: string } = {}) {
  const sku = `R${++skus}`;
  await stockVariant(db.admin, desk.shop, { sku, quantity: 20, price: 100 });
  const order = await desk.place([{ sku, quantity: 3 }], { shipping_charge: 60, coupon_code: more.discount ?? null });
  if (more.paid) await pay(order.id, more.paid);
  if (more.delivered) await desk.move(order.id, 'confirmed', 'processing', 'ready_to_ship', 'in_transit', 'delivered');
  return { id: order.id as string, item: order.items[0].id as string, sku };
}
const pay = (id: string, amount: number) =>
  desk.ask('record_order_payment', {
    id,
    payment_method_id: desk.shop.stores[0].paymentMethods.bkash,
    amount,
    transaction_id: `T${++transactions}`,
  });
const refund = (order_id: string, amount: number, more = {}) =>
  desk.staff('record_refund', { order_id, amount, transaction_id: `R${++transactions}`, ...more });
const lines = (order_item_id: string, quantity: number, more = {}) => [{ order_item_id, quantity, ...more }];

test('a return moves nothing until it is received; then sellable goods are on the shelf again', async (t) => {
  const { id, item, sku } = await place({ delivered: true, paid: 360 });
  t.is(await desk.stock(sku), '17/0');
  const asked = await desk.staff('create_return', { order_id: id, lines: lines(item, 2), reason: 'Wrong size' });
  t.like(asked, { status: 'requested', reason: 'Wrong size' });
  t.regex(asked.number, /^RET-\d{8}-\d+-1$/);
  t.is(await desk.stock(sku), '17/0');
  const received = await desk.staff('receive_return', {
    return_id: asked.id,
    lines: [...lines(item, 1), ...lines(item, 1, { condition: 'damaged' })],
  });
  t.is(received.status, 'received');
  t.is(await desk.stock(sku), '18/0');
  t.like(await desk.order(id), {
    status: 'delivered',
    fulfillment_status: 'fulfilled',
    paid_amount: '360.00',
    refunded_amount: '0.00',
    returned_amount: '200.00',
    due_amount: '0.00',
  });
  const [line] = (await desk.ask('get_order', { id })).items;
  t.like(line, { returned_quantity: 2, damaged_quantity: 1, delivered_quantity: 3 });
  const { data } = await desk.ask('list_inventory_movements', { sku, limit: 2 });
  t.deepEqual(
    data.map((m: { type: string; quantity_change: number; reference: { type: string } }) => [
      m.type,
      m.quantity_change,
      m.reference.type,
    ]),
    [
      ['damage', -1, 'return'],
      ['return_receipt', 2, 'return'],
    ],
  );
});

test('an order that came back whole is returned; its money stays until the refund', async (t) => {
  const { id, item, sku } = await place({ delivered: true, paid: 360 });
  for (const quantity of [1, 2]) {
    const asked = await desk.staff('create_return', { order_id: id, lines: lines(item, quantity) });
    await desk.staff('receive_return', { return_id: asked.id });
  }
  t.is(await desk.stock(sku), '20/0');
  t.like(await desk.order(id), {
    status: 'returned',
    fulfillment_status: 'returned',
    payment_status: 'paid',
    paid_amount: '360.00',
    refunded_amount: '0.00',
  });
  t.like((await desk.events(id)).at(-1)?.previous, { status: 'delivered', fulfillment_status: 'fulfilled' });
  t.like((await desk.timeline(id)).at(-1), { from_status: 'delivered', to_status: 'returned' });
  await refund(id, 300);
  t.like(await desk.order(id), { paid_amount: '60.00', refunded_amount: '300.00', due_amount: '0.00' });
  await refund(id, 60);
  t.like(await desk.order(id), { paid_amount: '0.00', refunded_amount: '360.00', payment_status: 'refunded' });
  t.like(await refusalOf(refund(id, 0.01)), {
    code: 'HT008',
    fields: { amount: ['must be above 0 and at most the 0.00 that was paid, with at most two decimals'] },
  });
});

test('an unpaid order owes less when part of it came back, by what the line really cost', async (t) => {
  const store_id = desk.shop.stores[0].id;
  await desk.staff('create_coupon', { store_id, code: 'TEN', type: 'fixed', value: 10 });
  // 3 units for 290: one of them is worth 96.67, two 193.33.
  const { id, item } = await place({ delivered: true, discount: 'ten' });
  for (const [returned, due] of [
    ['96.67', '253.33'],
    ['193.33', '156.67'],
  ]) {
    const asked = await desk.staff('create_return', { order_id: id, lines: lines(item, 1) });
    await desk.staff('receive_return', { return_id: asked.id });
    t.like(await desk.order(id), { returned_amount: returned, due_amount: due });
  }
});

test('a return is asked for of what the customer has, once', async (t) => {
  const open = await place();
  const create = (order_id: string, list: object[]) => desk.staff('create_return', { order_id, lines: list });
  t.like(await refusalOf(create(open.id, lines(open.item, 1))), { code: 'HT103' });
  const { id, item } = await place({ delivered: true });
  const problem = {
    code: 'HT008',
    fields: { lines: ['must not exceed what the customer has, minus what open returns already ask for'] },
  };
  t.like(await refusalOf(create(id, lines(item, 4))), problem);
  t.like(await refusalOf(create(id, lines(item, 0))), { fields: { 'lines.0.quantity': ['must be at least 1'] } });
  const asked = await create(id, lines(item, 2));
  t.like(await refusalOf(create(id, lines(item, 2))), problem);
  const receive = (list?: object[]) =>
    desk.staff('receive_return', { return_id: asked.id, ...(list && { lines: list }) });
  t.like(await refusalOf(receive(lines(item, 3))), { fields: { lines: ['is more than the return asks for'] } });
  t.like(await refusalOf(receive(lines(item, 1, { condition: 'lost' }))), {
    fields: { 'lines.0.condition': ['must be one of sellable, damaged'] },
  });
  await receive(lines(item, 1));
  t.like(await refusalOf(receive()), {
    code: 'HT101',
    fields: { return_id: ['is received: only a return that is requested can be received'] },
  });
  // What did not come is the customer's to return another time.
  t.is((await create(id, lines(item, 2))).status, 'requested');
});

test('a refund before the delivery is owed again', async (t) => {
  const { id } = await place({ paid: 200 });
  await refund(id, 150);
  t.like(await desk.order(id), { paid_amount: '50.00', due_amount: '310.00', payment_status: 'partially_paid' });
  await refund(id, 50);
  t.like(await desk.order(id), { due_amount: '360.00', payment_status: 'refunded' });
  await desk.move(id, 'confirmed', 'processing', 'ready_to_ship', 'in_transit', 'delivered');
  t.like(await desk.order(id), { due_amount: '360.00', waived_amount: '0.00' });
});

test('a goodwill refund on a delivered order is never owed again', async (t) => {
  const { id, item } = await place({ delivered: true, paid: 300 });
  t.is((await desk.order(id)).due_amount, '60.00');
  await refund(id, 100);
  t.like(await desk.order(id), { paid_amount: '200.00', due_amount: '60.00', waived_amount: '100.00' });
  await pay(id, 60);
  t.like(await desk.order(id), { due_amount: '0.00', payment_status: 'paid' });
  // Goods that come back later first make up for what was given already.
  const asked = await desk.staff('create_return', { order_id: id, lines: lines(item, 1) });
  await desk.staff('receive_return', { return_id: asked.id });
  t.like(await desk.order(id), { due_amount: '0.00', waived_amount: '0.00', payment_status: 'paid' });
});

test('a refund goes the way the money came, and within what that payment has left', async (t) => {
  const { id } = await place({ paid: 100 });
  const second = await pay(id, 50);
  const row = await refund(id, 30, { payment_id: second.id, note: 'Sorry' });
  t.like(row, {
    kind: 'refund',
    amount: '30.00',
    source: 'staff',
    refunds_payment_id: second.id,
    payment_method_id: desk.shop.stores[0].paymentMethods.bkash,
    note: 'Sorry',
  });
  t.like(await refusalOf(refund(id, 20.01, { payment_id: second.id })), { code: 'HT008' });
  t.like(await refusalOf(refund(id, 120.01)), { code: 'HT008' });
  for (const amount of [0, -1, 0.005]) t.is((await refusalOf(refund(id, amount))).code, 'HT008');
  t.like(await refusalOf(refund(id, 1, { transaction_id: null })), {
    code: 'HT104',
    fields: { transactionId: ['transaction_id_required'] },
  });
  const cod = desk.shop.stores[0].paymentMethods.cod;
  t.is((await refund(id, 1, { transaction_id: null, payment_method_id: cod })).payment_method_id, cod);
  t.like(await refusalOf(refund(id, 1, { payment_method_id: desk.shop.stores[1].paymentMethods.cod })), {
    code: 'HT101',
  });
  t.is((await desk.events(row.id))[0]?.type, 'payment.refunded');
  t.is((await refusalOf(desk.staff('record_refund', { order_id: id, amount: 1 }, ['orders.manage']))).code, 'HT014');
});

test('a payment recorded by mistake is voided; its transaction id may be used again', async (t) => {
  const { id } = await place();
  const wrong = await pay(id, 360);
  t.is((await desk.order(id)).payment_status, 'paid');
  await refund(id, 100);
  const voiding = (payment_id: string, reason = 'Typing error') => desk.staff('void_payment', { payment_id, reason });
  t.like(await refusalOf(voiding(wrong.id)), {
    code: 'HT101',
    fields: { payment_id: ['was refunded: void the refund first'] },
  });
  const { data } = await desk.ask('list_order_payments', { id });
  await voiding(data[0].id);
  t.like(await refusalOf(voiding(wrong.id, ' ')), { code: 'HT008', fields: { reason: ['must not be empty'] } });
  t.is((await voiding(wrong.id)).status, 'voided');
  t.like(await refusalOf(voiding(wrong.id)), { code: 'HT101', fields: { payment_id: ['is voided already'] } });
  t.like(await desk.order(id), { payment_status: 'unpaid', due_amount: '360.00', paid_amount: '0.00' });
  t.deepEqual(
    (await desk.events(wrong.id)).map(({ type }) => type),
    ['payment.recorded', 'payment.voided'],
  );
  const method = desk.shop.stores[0].paymentMethods.bkash;
  const again = { id, payment_method_id: method, amount: 360, transaction_id: wrong.transaction_id };
  t.is((await desk.ask('record_order_payment', again)).status, 'settled');
  const { rows } = await db.admin.query(
    `select action, actor_name, after ->> 'kind' as kind, after ->> 'amount' as amount
     from internal.readable_activity_log where object_id = $1`,
    [wrong.id],
  );
  t.deepEqual(rows, [{ action: 'payment.voided', actor_name: 'Rina Akter', kind: 'payment', amount: '360.00' }]);
});

test('staff of another company find nothing to refund, void or receive', async (t) => {
  const { id, item } = await place({ delivered: true, paid: 360 });
  const asked = await desk.staff('create_return', { order_id: id, lines: lines(item, 1) });
  const { data } = await desk.ask('list_order_payments', { id });
  const rival = await openDesk(db, await createShop(db.admin));
  for (const work of [
    () => rival.staff('record_refund', { order_id: id, amount: 1 }),
    () => rival.staff('void_payment', { payment_id: data[0].id, reason: 'x' }),
    () => rival.staff('receive_return', { return_id: asked.id }),
    () => rival.staff('create_return', { order_id: id, lines: lines(item, 1) }),
  ])
    t.is((await refusalOf(work())).code, 'HT100');
});

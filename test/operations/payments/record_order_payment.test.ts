// Payments through the gate: what is recorded, what is refused and in which order.
import test from 'ava';
import { startApi, type TestApi } from '../../helpers/api.ts';
import type { TestDatabase } from '../../helpers/database.ts';
import { refuseBroken } from '../../helpers/invariants.ts';
import { callers } from '../../helpers/long.ts';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeOrder } from '../../helpers/operations/makers.ts';
import { type Desk, openDesk } from '../../helpers/orders.ts';
import { borrowDatabase } from '../../helpers/shared-database.ts';
import { createShop, stockVariant } from '../../helpers/shop.ts';

let db: TestDatabase;
let api: TestApi;
let desk: Desk;
let method: Record<string, string>;

test.before(async () => {
  db = await borrowDatabase('sound');
  api = await startApi({ pool: db.as('haat_gateway', { max: callers(10) }) });
  desk = await openDesk(db, await createShop(db.admin), callers(10));
  method = desk.shop.stores[0].paymentMethods;
  await stockVariant(db.admin, desk.shop, { sku: 'SOAP', quantity: 1000, price: 100 });
});
test.after.always(async () => {
  await api?.stop();
  if (db) await refuseBroken(db.admin);
  await db?.drop();
});

const place = () => desk.place([{ sku: 'SOAP', quantity: 5 }]);
const tryToPay = async (id: string, amount: number, payment_method_id: string | undefined, transaction_id?: string) =>
  (await desk.call('record_order_payment', { id, amount, payment_method_id, transaction_id })).outcome;

testCommonRules('record_order_payment', () => ({ db, api }), {
  async sound(maker) {
    const { id } = await makeOrder(maker);
    return { id, payment_method_id: maker.shop.stores[0].paymentMethods.cod, amount: 50 };
  },
  wrong: [
    [{ payment_method_id: undefined }, 'payment_method_id'],
    [{ amount: 0 }, 'amount'],
    [{ amount: 1.005 }, 'amount'],
    [{ amount: 200.01 }, 'amount'],
    [{ received_at: 'yesterday' }, 'received_at'],
  ],
});

test('payments add up to paid, and each is told', async (t) => {
  const { id } = await place();
  const received_at = new Date().toISOString();
  const first = await desk.ask('record_order_payment', {
    id,
    payment_method_id: method.bkash,
    amount: 200.5,
    transaction_id: ' 9XA1 ',
    note: 'Advance',
    received_at,
  });
  t.like(first, {
    order_id: id,
    kind: 'payment',
    status: 'settled',
    amount: '200.50',
    payment_method: { id: method.bkash, name: 'bKash', type: 'wallet' },
    transaction_id: '9XA1',
    source: 'api',
    note: 'Advance',
    received_at,
  });
  t.like(await desk.order(id), { payment_status: 'partially_paid', paid_amount: '200.50', due_amount: '299.50' });
  await desk.ask('record_order_payment', { id, payment_method_id: method.cod, amount: 299.5 });
  t.like(await desk.order(id), { payment_status: 'paid', due_amount: '0.00' });
  t.is((await desk.events(first.id))[0]?.type, 'payment.recorded');
  t.deepEqual((await desk.events(id))[1]?.previous, { payment_status: 'unpaid', due_amount: '500.00' });
  const page = await desk.ask('list_order_payments', { id, limit: 1 });
  t.is(page.data[0].amount, '299.50');
  const next = await desk.ask('list_order_payments', { id, limit: 1, starting_after: page.meta.next_cursor });
  t.deepEqual(next, { data: [first], meta: { has_more: false, next_cursor: null } });
});

test('an upfront payment is told after its order', async (t) => {
  const payment = { payment_method_id: method.bkash, amount: 100, transaction_id: 'UP1' };
  const { id } = await desk.place([{ sku: 'SOAP', quantity: 1 }], { payment });
  const { rows } = await db.admin.query(
    `select type from app.events where object_id = $1 or object ->> 'order_id' = $1::text order by sequence`,
    [id],
  );
  t.deepEqual(
    rows.map((row) => row.type),
    ['order.created', 'payment.recorded'],
  );
});

test('the refusals of a payment, in their order', async (t) => {
  const { id, number } = await place();
  const other = await place();
  t.is((await tryToPay(other.id, 100, method.bkash, 'DUP')).sqlstate, null);
  t.like(await tryToPay(id, 600, desk.shop.stores[1].paymentMethods.cod), {
    sqlstate: 'HT101',
    fields: { payment_method_id: ['is not an active payment method of this store'] },
  });
  t.like(await tryToPay(id, 600, method.bkash, ' '), {
    sqlstate: 'HT104',
    fields: { transactionId: ['transaction_id_required'] },
  });
  const duplicate = await tryToPay(id, 600, method.bkash, 'DUP');
  t.like(duplicate, { sqlstate: 'HT101', fields: { transactionId: ['duplicate_transaction_id'] } });
  t.true(duplicate.message?.includes(other.number));
  t.false(duplicate.message?.includes(number));
  t.like(await tryToPay(id, 500.01, method.cod), {
    sqlstate: 'HT008',
    fields: { amount: ['must be at most what is due, 500.00'] },
  });
  await desk.ask('cancel_order', { id });
  t.like(await tryToPay(id, 1, method.cod), {
    sqlstate: 'HT008',
    fields: { amount: ['must be at most what is due, 0.00'] },
  });
});

test('the same transaction id in the other store is another payment', async (t) => {
  const [, second] = desk.shop.stores;
  await stockVariant(db.admin, desk.shop, { sku: 'SOAP', quantity: 10, storeId: second.id });
  const order = (
    await desk.call(
      'create_order',
      {
        store_id: second.id,
        customer: { phone: '01711111111', full_name: 'Karim' },
        items: [{ sku: 'SOAP', quantity: 1 }],
      },
      desk.shop.companyKey,
    )
  ).result;
  const { id } = await place();
  t.is((await tryToPay(id, 1, method.bkash, 'BOTH')).sqlstate, null);
  const elsewhere = {
    id: order.id,
    store_id: second.id,
    payment_method_id: second.paymentMethods.bkash,
    amount: 1,
    transaction_id: 'BOTH',
  };
  t.is((await desk.call('record_order_payment', elsewhere, desk.shop.companyKey)).outcome.sqlstate, null);
});

test('two callers with one transaction id: one payment, and the other is told whose it is', async (t) => {
  const orders = await Promise.all([place(), place(), place(), place()]);
  const outcomes = await Promise.all(orders.map(({ id }) => tryToPay(id, 50, method.bkash, 'RACE')));
  t.is(outcomes.filter(({ sqlstate }) => sqlstate === null).length, 1);
  for (const outcome of outcomes.filter(({ sqlstate }) => sqlstate !== null))
    t.like(outcome, { sqlstate: 'HT101', fields: { transactionId: ['duplicate_transaction_id'] } });
});

test('twenty callers paying one order at once never pay more than is due', async (t) => {
  const { id } = await place();
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => tryToPay(id, 60, method.cod)));
  t.is(outcomes.filter(({ sqlstate }) => sqlstate === null).length, 8);
  t.like(await desk.order(id), { paid_amount: '480.00', due_amount: '20.00' });
});

test('while a courier is out to collect, money cannot be taken elsewhere', async (t) => {
  const blocked = { sqlstate: 'HT101', fields: { payment: ['cod_parcel_active'] } };
  const { id } = await place();
  await desk.move(id, 'confirmed');
  const parcel = await desk.staff('book_parcel', { order_id: id, courier_id: desk.couriers.reporting });
  t.like(await tryToPay(id, 100, method.cod), blocked);
  await desk.staff('cancel_parcel', { parcel_id: parcel.id });
  t.is((await tryToPay(id, 100, method.cod)).sqlstate, null);
  // A courier with nothing to collect, the store's own rider and a shipment recorded by hand do not block.
  for (const [courier_id, cod_amount] of [
    [desk.couriers.silent, 0],
    [desk.couriers.ownRider, null],
    [null, null],
  ] as const) {
    const order = await place();
    await desk.move(order.id, 'confirmed');
    await desk.staff('book_parcel', { order_id: order.id, courier_id, cod_amount });
    t.is((await tryToPay(order.id, 100, method.cod)).sqlstate, null);
  }
});

test('money cannot have come before its order, nor in the future, but clocks may differ by a minute', async (t) => {
  const { id } = await place();
  const pay = (received_at: string) =>
    desk.call('record_order_payment', { id, amount: 1, payment_method_id: method.cod, received_at });
  for (const received_at of ['2099-01-01T00:00:00Z', new Date(Date.now() + 120_000).toISOString()])
    t.like((await pay(received_at)).outcome, {
      sqlstate: 'HT008',
      fields: { received_at: ['must not be in the future'] },
    });
  for (const received_at of ['2026-01-01T00:00:00Z', new Date(Date.now() - 120_000).toISOString()])
    t.like((await pay(received_at)).outcome, {
      sqlstate: 'HT008',
      fields: { received_at: ['must not be before the order was placed'] },
    });
  t.is((await pay(new Date(Date.now() - 30_000).toISOString())).outcome.sqlstate, null);
  const { result } = await pay(new Date(Date.now() + 30_000).toISOString());
  t.true(Date.parse(result.received_at) <= Date.parse(result.settled_at));
  await t.throwsAsync(
    desk.staff('record_payment', { order_id: id, payment_method_id: method.cod, amount: 1, received_at: '2099-01-01' }),
    { code: 'HT008' },
  );
  // Without a time, the money came when it was recorded.
  const now = await desk.ask('record_order_payment', { id, amount: 1, payment_method_id: method.cod });
  t.is(now.received_at, now.settled_at);
});

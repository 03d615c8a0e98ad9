// The cash that couriers hold, and how fast stock goes: the same numbers as the reports and the books.
import test from 'ava';
import { refusalOf } from '../helpers/orders.ts';
import { createShop, stockVariant } from '../helpers/shop.ts';
import { book, db, desk, line, openParcelShop, place, send } from '../helpers/shops/parcel-shop.ts';
import { type StaffDesk, signInAs, startStaff } from '../helpers/staff.ts';

// biome-ignore lint/suspicious/noExplicitAny: data is of every shape
type Row = any;

let admin: StaffDesk;
let owner: string;
test.before(async () => {
  await openParcelShop();
  admin = await startStaff(db);
  owner = await signInAs(db, desk.shop.companyId, 'owner');
});
test.after.always(async () => {
  await admin?.stop();
  await db?.drop();
});

const question = `query ($courier: UUID, $after: UUID) {
  courierWork { nodes { courierId heldParcels heldAmount heldSince } }
  workCounts { heldParcels }
  heldParcels(courierId: $courier, startingAfter: $after) { nodes { id heldAmount courier { id } deliveredAt } }
}`;
const cash = async (variables = {}) => {
  const { courierWork, heldParcels, workCounts } = await admin.ask(owner, question, variables);
  const listed = heldParcels.nodes.reduce((sum: number, parcel: Row) => sum + Number(parcel.heldAmount), 0);
  const summed = courierWork.nodes.reduce((sum: number, one: Row) => sum + Number(one.heldAmount), 0);
  const { heldParcels: counted } = workCounts;
  return { couriers: courierWork.nodes, parcels: heldParcels.nodes, listed, summed, counted };
};
const inBooks = async () =>
  Number(
    (
      await db.admin.query(
        'select coalesce(sum(held_amount), 0) as sum from ledger.courier_cash where company_id = $1',
        [desk.shop.companyId],
      )
    ).rows[0].sum,
  );
const today = () => new Date(Date.now() + 6 * 3_600_000).toISOString().slice(0, 10);

async function deliver(collected?: number) {
  const order = await send();
  await desk.staff('record_parcel_delivered', {
    parcel_id: order.parcel,
    ...(collected !== undefined && { collected_amount: collected }),
  });
  return order;
}

test.serial('another company sees no cash of ours', async (t) => {
  await deliver();
  const stranger = await signInAs(db, (await createShop(db.admin)).companyId, 'owner');
  const { courierWork, heldParcels } = await admin.ask(stranger, question, { courier: desk.couriers.reporting });
  t.deepEqual([courierWork.nodes, heldParcels.nodes], [[], []]);
});

test.serial(
  'the sum per courier is the sum of its parcels, what the report says is outstanding, and the books',
  async (t) => {
    for (let n = 0; n < 3; n += 1) await deliver();
    const { listed, summed, couriers, parcels } = await cash();
    const report = await desk.ask('get_sales_summary', { from: today(), to: today() });
    t.is(listed, summed);
    t.is(summed, await inBooks());
    t.is(summed, Number(report.cod_outstanding.delivered_unpaid.amount));
    t.is(couriers[0].heldParcels, parcels.length);
    t.is(couriers[0].heldSince, parcels[0].deliveredAt);
  },
);

test.serial(
  'the count, the list and the couriers agree on what is held, of a part and without a courier too',
  async (t) => {
    const before = await cash();
    const byHand = await place();
    const { id: shipped } = await book(byHand.id, null);
    await desk.move(byHand.id, 'delivered');
    const part = await send();
    await desk.staff('record_partial_delivery', { parcel_id: part.parcel, kept: [line(part.items[0], 1)] });
    const { listed, summed, counted, couriers, parcels } = await cash();
    t.is(summed - before.summed, 1360 + 560);
    t.is(counted - before.counted, 2);
    t.is(listed, summed);
    t.is(parcels.length, counted);
    t.is(summed, await inBooks());
    const inAll = couriers.reduce((sum: number, one: Row) => sum + one.heldParcels, 0);
    t.is(inAll, counted);
    // As the page of those without a courier asks for them.
    const filter = { courierId: { isNull: true }, heldAmount: { greaterThan: '0' } };
    const { list } = await admin.ask(
      owner,
      'query ($filter: ParcelFilter!) { list: parcels(filter: $filter) { nodes { id } } }',
      { filter },
    );
    t.deepEqual(list.nodes, [{ id: shipped }]);
    t.is(couriers.find((one: Row) => one.courierId === null)?.heldParcels, 1);
  },
);

test.serial(
  'a payout in part leaves the rest, beside which the customer cannot pay it; a voided one brings it back',
  async (t) => {
    const held = async (id: string) =>
      (await cash()).parcels.find((parcel: Row) => parcel.id === id)?.heldAmount as string | undefined;
    const { parcel, id } = await deliver(1360);
    const payment = await desk.staff('record_parcel_payout', { parcel_id: parcel, amount: 1000 });
    t.is(await held(parcel), '360.00');
    // What the courier has collected is paid: it would be paid twice.
    const paid = desk.staff('record_payment', {
      order_id: id,
      payment_method_id: desk.shop.stores[0].paymentMethods.card,
      amount: 360,
    });
    t.deepEqual(await refusalOf(paid), { code: 'HT101', fields: { amount: ['held_by_courier'] } });
    t.is(await held(parcel), '360.00');
    t.is((await cash()).summed, await inBooks());
    await desk.staff('void_payment', { payment_id: payment.id, reason: 'counted wrong' });
    t.is(await held(parcel), '1360.00');
    await desk.staff('record_parcel_payout', { parcel_id: parcel });
    t.is(await held(parcel), undefined);
    t.is((await cash()).summed, await inBooks());
    t.deepEqual((await db.admin.query('select * from ledger.check_parcel_cash')).rows, []);
  },
);

test.serial('a courier that collected nothing holds nothing, and one of another courier is not listed', async (t) => {
  const before = await cash();
  await deliver(0);
  t.is((await cash()).listed, before.listed);
  t.deepEqual((await cash({ courier: desk.couriers.silent })).parcels, []);
  const { reporting } = desk.couriers;
  const all = before.parcels.flatMap(({ id, courier }: Row) => (courier?.id === reporting ? [id] : []));
  const rest = await cash({ courier: reporting, after: all[1] });
  t.deepEqual(
    rest.parcels.map(({ id }: Row) => id),
    all.slice(2),
  );
});

test.serial('days left are what is available at the rate of the last 30 days, returns taken off', async (t) => {
  await stockVariant(db.admin, desk.shop, { sku: 'GHEE', quantity: 40, price: 100 });
  const variant = `query ($id: UUID!) { variant(id: $id) { available soldLast30Days daysLeft } }`;
  const { id } = (await db.admin.query(`select id from app.variants where sku = 'GHEE'`)).rows[0];
  t.deepEqual((await admin.ask(owner, variant, { id })).variant, {
    available: '40',
    soldLast30Days: '0',
    daysLeft: null,
  });
  const order = await desk.place([{ sku: 'GHEE', quantity: 12 }]);
  await desk.move(order.id, 'confirmed', 'ready_to_ship', 'in_transit', 'delivered');
  const { id: return_id } = await desk.staff('create_return', {
    order_id: order.id,
    lines: [line(order.items[0], 2)],
  });
  await desk.staff('receive_return', { return_id });
  await desk.place([{ sku: 'GHEE', quantity: 5 }]);
  const expected = { available: '25', soldLast30Days: '10', daysLeft: 75 };
  t.deepEqual((await admin.ask(owner, variant, { id })).variant, expected);
  await db.admin.query('select internal.fold_sales_changes()');
  t.deepEqual((await admin.ask(owner, variant, { id })).variant, expected);
  const top = await desk.ask('get_top_products', { from: today(), to: today(), limit: 50 });
  const ghee = (top.data ?? top.items ?? top.products).find((row: Row) => row.sku === 'GHEE');
  t.is(String(ghee.units_sold - ghee.units_returned), expected.soldLast30Days);
});

test.serial("a customer's record is the figures of the API, and the share that came back", async (t) => {
  const order = await place();
  const { customer_id } = await desk.order(order.id);
  const { customer } = await admin.ask(
    owner,
    'query ($id: UUID!) { customer(id: $id) { record { orders delivered returned cancelled returnedShare totalSpent lastOrderAt } } }',
    { id: customer_id },
  );
  const refused = await send();
  await desk.move(refused.id, 'returned');
  await desk.move((await place()).id, 'cancelled');
  const after = await admin.ask(
    owner,
    'query ($id: UUID!) { customer(id: $id) { record { orders delivered returned cancelled returnedShare totalSpent } } }',
    { id: customer_id },
  );
  const { record } = after.customer;
  t.is(record.orders, customer.record.orders + 2);
  t.is(record.returned, customer.record.returned + 1);
  t.is(record.cancelled, customer.record.cancelled + 1);
  t.is(Number(record.returnedShare), Number((record.returned / (record.returned + record.delivered)).toFixed(4)));
  const { stats } = await desk.ask('get_customer', { id: customer_id, expand: ['stats'] });
  t.is(record.totalSpent, stats.total_spent);
  t.is(record.returned, stats.returned_count);
});

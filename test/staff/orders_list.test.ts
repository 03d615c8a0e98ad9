// The list of orders as staff filter it, and how many stand at each stage.
import test from 'ava';
import { createShop, stockVariant } from '../helpers/shop.ts';
import { book, db, desk, openParcelShop, place } from '../helpers/shops/parcel-shop.ts';
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

const types: Record<string, string> = {
  status: 'OrderStatusName',
  paymentStatus: 'OrderPaymentStatus',
  stage: 'String',
  city: 'String',
  sku: 'String',
  oldestFirst: 'Boolean',
  first: 'Int',
};

/** The ids of a list with these arguments. */
async function listed(filters: Record<string, unknown>, token = owner): Promise<string[]> {
  const input = { first: 50, ...filters };
  const names = Object.keys(input);
  const declared = names.map((name) => `$${name}: ${types[name] ?? 'UUID'}`).join(', ');
  const given = names.map((name) => `${name}: $${name}`).join(', ');
  const query = `query (${declared}) { list: listOrders(${given}) { nodes { id } } }`;
  return (await admin.ask(token, query, input)).list.nodes.map(({ id }: Row) => id);
}
const countsOf = async (token: string, storeId?: string): Promise<Record<string, number>> => {
  const query = 'query ($id: UUID) { stageCounts(storeId: $id) { nodes { stage orders } } }';
  const { stageCounts } = await admin.ask(token, query, { id: storeId });
  return Object.fromEntries(stageCounts.nodes.map(({ stage, orders }: Row) => [stage, orders]));
};
const sentTo = async (city: string) => {
  await stockVariant(db.admin, desk.shop, { sku: city });
  return desk.place([{ sku: city, quantity: 1 }], { shipping_address: { address_line: 'House 7', city } });
};

test.serial('another company finds nothing, whatever it names', async (t) => {
  const order = await place();
  await book(order.id, desk.couriers.silent);
  const other = await createShop(db.admin);
  const stranger = await signInAs(db, other.companyId, 'owner');
  const [storeId, courierId] = [desk.shop.stores[0].id, desk.couriers.silent];
  for (const input of [{}, { storeId }, { courierId }, { sku: order.first }, { storeId, sku: order.first }])
    t.deepEqual(await listed(input, stranger), [], JSON.stringify(input));
  t.is(await admin.refusal(stranger, `{ listOrders(startingAfter: "${order.id}") { nodes { id } } }`), 'NOT_FOUND');
  for (const id of [undefined, storeId])
    t.true(Object.values(await countsOf(stranger, id)).every((orders) => orders === 0));
});

test.serial('where an order goes is no filter for those who may not see it', async (t) => {
  const order = await sentTo('Khulna');
  const agent = await signInAs(db, desk.shop.companyId, ['orders.manage']);
  t.deepEqual(await listed({ city: 'khulna' }, agent), []);
  const seeing = await signInAs(db, desk.shop.companyId, ['orders.manage', 'customers.read']);
  t.deepEqual(await listed({ city: 'khulna' }, seeing), [order.id]);
});

test.serial('each filter gives what fits it, all together what fits all', async (t) => {
  const booked = await place();
  await book(booked.id, desk.couriers.ownRider);
  const paid = await place({ advance: 500 });
  await desk.staff('assign_order', { order_id: paid.id, staff_id: desk.staffId });
  t.deepEqual(await listed({ courierId: desk.couriers.ownRider }), [booked.id]);
  t.deepEqual(await listed({ sku: paid.second }), [paid.id]);
  t.deepEqual(await listed({ paymentStatus: 'partially_paid' }), [paid.id]);
  t.deepEqual(await listed({ assigneeId: desk.staffId, status: 'confirmed' }), [paid.id]);
  t.deepEqual(await listed({ courierId: desk.couriers.ownRider, paymentStatus: 'partially_paid' }), []);
  t.deepEqual(await listed({ stage: 'to_pack', sku: paid.first }), [paid.id]);
  t.deepEqual(await listed({ stage: 'to_ship', sku: paid.first }), []);
  t.deepEqual(await listed({ sku: 'no such thing' }), []);
});

test.serial('the list goes on after any of its orders, either way', async (t) => {
  const all = await listed({});
  t.true(all.length > 3);
  t.deepEqual(await listed({ oldestFirst: true }), all.toReversed());
  const [first, second, ...rest] = all;
  t.deepEqual(await listed({ first: 2 }), [first, second]);
  t.deepEqual(await listed({ startingAfter: second }), rest);
});

test.serial('orders are counted at the stage where they stand', async (t) => {
  const before = await countsOf(owner);
  const order = await place({ status: 'ready_to_ship' });
  t.deepEqual(await countsOf(owner), { ...before, to_ship: (before.to_ship ?? 0) + 1 });
  t.is((await listed({ stage: 'to_ship' }))[0], order.id);
  await book(order.id, null);
  t.deepEqual(await countsOf(owner), { ...before, with_courier: (before.with_courier ?? 0) + 1 });
});

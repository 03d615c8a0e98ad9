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
  district: 'String',
  sku: 'String',
  tag: 'String',
  placedFrom: 'Date',
  placedTo: 'Date',
  leastAmount: 'Money',
  mostAmount: 'Money',
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
const sentTo = async (city: string, district?: string) => {
  const sku = [city, district].join(' ');
  await stockVariant(db.admin, desk.shop, { sku });
  return desk.place([{ sku, quantity: 1 }], { shipping_address: { address_line: 'House 7', city, district } });
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
  t.deepEqual(await listed({ district: 'khulna' }, agent), []);
  const seeing = await signInAs(db, desk.shop.companyId, ['orders.manage', 'customers.read']);
  t.deepEqual(await listed({ city: 'khulna' }, seeing), [order.id]);
  // The district is what an address names as one, or else its city.
  const inside = await sentTo('Khulna', ' Bagerhat ');
  t.deepEqual(await listed({ city: 'khulna' }, seeing), [inside.id, order.id]);
  t.deepEqual(await listed({ district: ' KHULNA' }, seeing), [order.id]);
  t.deepEqual(await listed({ district: 'bagerhat' }, seeing), [inside.id]);
  t.deepEqual(await listed({ district: ' ', city: 'khulna' }, seeing), [inside.id, order.id]);
});

test.serial('filters are saved under a name for the whole company, and no other sees or changes them', async (t) => {
  const save = 'mutation ($input: SaveOrderViewInput!) { saveOrderView(input: $input) { orderView { id updatedAt } } }';
  const remove = 'mutation ($input: RemoveOrderViewInput!) { removeOrderView(input: $input) { orderView { name } } }';
  const viewsOf = async (token: string): Promise<Row[]> =>
    (await admin.ask(token, '{ orderViews(orderBy: [NAME_ASC]) { nodes { id name query } } }')).orderViews.nodes;
  const agent = await signInAs(db, desk.shop.companyId, ['orders.manage']);
  const packer = await signInAs(db, desk.shop.companyId, ['inventory.manage']);
  const stranger = await signInAs(db, (await createShop(db.admin)).companyId, 'owner');
  const input = { name: ' New ones ', query: 'stage=new&district=Cox%27s+Bazar&sort=oldest' };
  t.is(await admin.refusal(packer, save, { input }), 'FORBIDDEN');
  const { id, updatedAt } = (await admin.ask(agent, save, { input })).saveOrderView.orderView;
  t.deepEqual(await viewsOf(packer), [{ id, name: 'New ones', query: input.query }]);
  t.deepEqual(await viewsOf(stranger), []);
  t.is(await admin.refusal(packer, remove, { input: { orderViewId: id } }), 'FORBIDDEN');
  for (const [document, other] of [
    [save, input],
    [remove, {}],
  ] as const)
    t.is(await admin.refusal(stranger, document, { input: { ...other, orderViewId: id } }), 'NOT_FOUND');
  t.is(await admin.refusal(owner, save, { input: { name: 'New ones', query: '' } }), 'CONFLICT');
  for (const query of ['q=Rina', 'stage=new&q=017', 'stage', 'a=b=c', 'x=1#', 'Stage=new', `sku=${'9'.repeat(1000)}`])
    t.is(await admin.refusal(owner, save, { input: { name: 'Wrong', query } }), 'VALIDATION_ERROR', query);
  // The same values are no change; one that was not seen is not written over.
  const same = await admin.ask(owner, save, { input: { ...input, orderViewId: id } });
  t.is(same.saveOrderView.orderView.updatedAt, updatedAt);
  const changed = { name: 'Newest', query: 'stage=new', orderViewId: id, expectedUpdatedAt: updatedAt };
  await admin.ask(owner, save, { input: changed });
  t.is(await admin.refusal(agent, save, { input: changed }), 'CONFLICT');
  t.deepEqual(await viewsOf(owner), [{ id, name: 'Newest', query: 'stage=new' }]);
  await db.admin.query(
    `insert into app.order_views (company_id, name, query, created_at, updated_at)
     select $1, 'View ' || n, '', now(), now() from generate_series(1, 49) n`,
    [desk.shop.companyId],
  );
  t.is(await admin.refusal(agent, save, { input: { name: 'One more', query: '' } }), 'VALIDATION_ERROR');
  t.is((await admin.ask(agent, remove, { input: { orderViewId: id } })).removeOrderView.orderView.name, 'Newest');
  const { rows } = await db.admin.query(
    `select l.action, l.actor_name from internal.readable_activity_log l where l.object_id = $1 order by l.id`,
    [id],
  );
  t.deepEqual(
    rows.map(({ action }) => action),
    ['order_view.created', 'order_view.updated', 'order_view.removed'],
  );
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
  await Promise.all(
    ['Gift', 'fragile'].map((tag) => desk.staff('update_order', { order_id: paid.id, add_tags: [tag] })),
  );
  await desk.staff('update_order', { order_id: booked.id, tags: ['x', 'GIFT'], remove_tags: ['X'] });
  t.deepEqual(await listed({ tag: ' gift ' }), [paid.id, booked.id]);
  t.deepEqual(await listed({ tag: 'fragile' }), [paid.id], 'what two add at once is there');
  const full = desk.staff('update_order', {
    order_id: paid.id,
    add_tags: Array.from({ length: 250 }, (_, n) => `t${n}`),
  });
  await t.throwsAsync(full, { message: /must have at most 250 entries/ });
  await desk.staff('update_order', { order_id: paid.id, remove_tags: ['Fragile'] });
  t.deepEqual(await listed({ tag: 'fragile' }), []);
  await desk.staff('update_order', { order_id: paid.id, add_tags: ['GIFT'], remove_tags: ['Gift'] });
  t.deepEqual((await desk.ask('get_order', { id: paid.id })).tags, ['GIFT'], 'a tag may be written anew');
});

test.serial('a tag combines with days, sums, channel, goods and a search; days are those of the store', async (t) => {
  await stockVariant(db.admin, desk.shop, { sku: 'GOLD', price: 9000 });
  const [cheap, older, dear] = [await place(), await place(), await desk.place([{ sku: 'GOLD', quantity: 1 }])];
  for (const { id } of [cheap, dear, older]) await desk.staff('update_order', { order_id: id, add_tags: ['eid'] });
  const { rows } = await db.admin.query(
    'select id, store_date::text as day, channel_id, number from app.orders where id = $1',
    [dear.id],
  );
  const [{ day, channel_id, number }] = rows;
  t.deepEqual((await listed({ tag: 'eid' })).sort(), [cheap.id, dear.id, older.id].sort());
  t.deepEqual(await listed({ tag: 'eid', leastAmount: '5000', placedFrom: day, placedTo: day }), [dear.id]);
  t.deepEqual(
    (await listed({ tag: 'eid', mostAmount: '5000', channelId: channel_id })).sort(),
    [cheap.id, older.id].sort(),
  );
  t.deepEqual(await listed({ tag: 'eid', sku: older.first, placedTo: day }), [older.id]);
  for (const none of [{ placedTo: '2020-01-01' }, { placedFrom: '9999-12-31' }, { channelId: desk.shop.locationId }])
    t.deepEqual(await listed({ tag: 'eid', ...none }), [], JSON.stringify(none));
  const searched = async (tag: string) =>
    (await admin.ask(owner, `{ list: searchOrders(search: "${number}", tag: "${tag}") { nodes { id } } }`)).list.nodes;
  t.deepEqual(
    (await searched(' EID ')).map(({ id }: Row) => id),
    [dear.id],
  );
  t.deepEqual(await searched('gift'), []);
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

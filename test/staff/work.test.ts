// The lists of a working day: what waits, for whom and since when, on orders that the procedures made.
import test from 'ava';
import { refusalOf } from '../helpers/orders.ts';
import { createShop, type TestShop } from '../helpers/shop.ts';
import { book, db, desk, line, openUnsoundParcelShop, place, send } from '../helpers/shops/parcel-shop.ts';
import { hire, openSession, type StaffDesk, signInAs, startStaff } from '../helpers/staff.ts';
import { createEndpoint } from '../helpers/webhooks.ts';

// biome-ignore lint/suspicious/noExplicitAny: data is of every shape
type Row = any;

let admin: StaffDesk;
let owner: string;
let other: TestShop;
let stranger: string;
test.before(async () => {
  await openUnsoundParcelShop();
  admin = await startStaff(db);
  owner = await signInAs(db, desk.shop.companyId, 'owner');
  other = await createShop(db.admin);
  stranger = await signInAs(db, other.companyId, 'owner');
});
test.after.always(async () => {
  await admin?.stop();
  await db?.drop();
});

test('who has an order open is told to the others, for half a minute', async (t) => {
  const { id } = await place();
  const view = async (session: string, orderId = id) =>
    (await admin.ask(session, `mutation { viewOrder(input: { orderId: "${orderId}" }) { result } }`)).viewOrder.result;
  t.is(await admin.refusal(stranger, `mutation { viewOrder(input: { orderId: "${id}" }) { result } }`), 'NOT_FOUND');
  const rina = await hire(db, desk.shop.companyId, { full_name: 'Rina', permissions: [] });
  const [hers, elsewhere] = [await openSession(db, rina.id), await openSession(db, rina.id)];
  t.deepEqual(await view(owner), []);
  t.true((await view(hers)).length > 0);
  t.deepEqual(await view(elsewhere), await view(hers), 'she is not told of herself');
  t.deepEqual(await view(owner), ['Rina']);
  await view(hers, (await place()).id);
  t.deepEqual(await view(owner), ['Rina'], 'her other tab has it open still');
  await admin.ask(elsewhere, 'mutation { signOut(input: {}) { result } }');
  t.deepEqual(await view(owner), []);
  await view(hers);
  await db.admin.query(`update app.staff_sessions set viewed_at = viewed_at - interval '31 s' where staff_id = $1`, [
    rina.id,
  ]);
  t.deepEqual(await view(owner), []);
});

const lists = [
  'myOrders',
  'ordersOfDay',
  'ordersAboutToLapse',
  'callBacksDue',
  'parcelsToHandOver',
  'parcelsWithCouriers',
  'parcelsComingBack',
  'heldParcels',
  'refundsOwed',
  'returnsExpected',
  'lowStock',
  'productsWithoutPrice',
  'failingWebhooks',
];
const counts = `ordersToday myOrders newOrders callBacksDue onHold toPack toBook toHandOver withCouriers
  parcelsComingBack returnsRequested heldParcels refundsOwed aboutToLapse lowStock withoutPrice failingWebhooks`;
const ids = async (token: string, field: string, more = ''): Promise<string[]> => {
  const { list } = await admin.ask(token, `{ list: ${field}${more} { nodes { id } } }`);
  return list.nodes.map(({ id }: Row) => id);
};
const countsOf = async (token: string, storeId?: string) =>
  (await admin.ask(token, `query ($id: UUID) { workCounts(storeId: $id) { ${counts} } }`, { id: storeId })).workCounts;
/** What the work adds to each number. */
async function added(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await countsOf(owner);
  await work();
  const after = await countsOf(owner);
  return Object.fromEntries(
    Object.entries<number>(after).flatMap(([name, count]) =>
      count === before[name] ? [] : [[name, count - before[name]]],
    ),
  );
}

test.serial('without a session, or in another company, none of it is seen', async (t) => {
  const order = await send();
  await desk.staff('record_parcel_delivered', { parcel_id: order.parcel });
  await desk.staff('create_return', { order_id: order.id, lines: [line(order.items[0], 1)] });
  await book((await place()).id, desk.couriers.reporting);
  await send();
  for (const field of lists) {
    t.not(await admin.refusal(null, `{ ${field} { nodes { id } } }`), undefined, field);
    t.deepEqual(await ids(stranger, field), [], field);
    const named = `(storeId: "${desk.shop.stores[0].id}")`;
    t.deepEqual(await ids(stranger, field, named), [], `${field} of a store that is not theirs`);
  }
  for (const storeId of [undefined, desk.shop.stores[0].id]) {
    t.deepEqual([...new Set(Object.values(await countsOf(stranger, storeId)))], [0]);
    const { courierWork, ordersAtStage } = await admin.ask(
      stranger,
      `query ($id: UUID) { courierWork(storeId: $id) { totalCount } ordersAtStage(stage: "to_pack", storeId: $id) { totalCount } }`,
      { id: storeId },
    );
    t.is(courierWork.totalCount + ordersAtStage.totalCount, 0);
  }
  // Of an order of theirs the list does not go on.
  const [parcel] = await ids(owner, 'parcelsWithCouriers');
  t.deepEqual(await ids(stranger, 'parcelsWithCouriers', `(startingAfter: "${parcel}")`), []);
  t.true((await countsOf(owner)).withCouriers > 0);
});

test.serial('an order counts where it stands, from the call to the shelf', async (t) => {
  let order: Row;
  t.deepEqual(await added(async () => (order = await place({ status: 'pending' }))), { ordersToday: 1, newOrders: 1 });
  t.deepEqual(await added(() => desk.move(order.id, 'hold')), { newOrders: -1, onHold: 1 });
  t.deepEqual(await added(() => desk.move(order.id, 'confirmed')), { onHold: -1, toPack: 1 });
  t.deepEqual(await added(() => desk.move(order.id, 'ready_to_ship')), { toPack: -1, toBook: 1 });
  let parcel: Row;
  t.deepEqual(await added(async () => (parcel = await book(order.id, desk.couriers.reporting))), {
    toBook: -1,
    toHandOver: 1,
  });
  t.deepEqual(await added(() => desk.staff('record_parcel_pickup', { parcel_id: parcel.id })), {
    toHandOver: -1,
    withCouriers: 1,
  });
  t.deepEqual(await added(() => desk.staff('record_delivery_failure', { parcel_id: parcel.id })), {});
  t.deepEqual(await added(() => desk.staff('request_parcel_return', { parcel_id: parcel.id })), {
    parcelsComingBack: 1,
  });
  t.deepEqual(await added(() => desk.staff('receive_parcel', { parcel_id: parcel.id })), {
    withCouriers: -1,
    parcelsComingBack: -1,
  });
  const sent = await send();
  t.deepEqual(await added(() => desk.staff('record_parcel_delivered', { parcel_id: sent.parcel })), {
    withCouriers: -1,
    heldParcels: 1,
  });
  let asked: Row;
  t.deepEqual(
    await added(async () => {
      asked = await desk.staff('create_return', { order_id: sent.id, lines: [line(sent.items[0], 1)] });
    }),
    { returnsRequested: 1 },
  );
  // The customer paid it at the door.
  t.deepEqual(await added(() => desk.staff('receive_return', { return_id: asked.id })), {
    returnsRequested: -1,
    refundsOwed: 1,
  });
  t.deepEqual(await added(() => desk.staff('record_parcel_payout', { parcel_id: sent.parcel })), { heldParcels: -1 });
});

test.serial(
  'a parcel that its order refused at the door comes back, and so does the rest of one kept in part',
  async (t) => {
    const refused = await send();
    t.deepEqual(await added(() => desk.move(refused.id, 'returned')), { parcelsComingBack: 1 });
    t.true((await ids(owner, 'parcelsComingBack')).includes(refused.parcel));
    const kept = await send();
    const partial = () =>
      desk.staff('record_partial_delivery', { parcel_id: kept.parcel, kept: [line(kept.items[0], 1)] });
    t.deepEqual(await added(partial), { parcelsComingBack: 1, heldParcels: 1 });
    for (const list of ['parcelsComingBack', 'parcelsWithCouriers', 'heldParcels'])
      t.true((await ids(owner, list)).includes(kept.parcel), list);
    const receive = () => desk.staff('receive_parcel', { parcel_id: kept.parcel });
    t.deepEqual(await added(receive), { withCouriers: -1, parcelsComingBack: -1 });
  },
);

test.serial(
  'who is owed money back is in a list of its own until it is given back: called off, brought back, paid twice',
  async (t) => {
    const cancelled = await place({ advance: 200 });
    t.like(await added(() => desk.move(cancelled.id, 'cancelled')), { refundsOwed: 1 });
    const back = await send({ advance: 200 });
    t.like(await added(() => desk.move(back.id, 'returned')), { refundsOwed: 1 });
    t.like(await desk.order(back.id), { retained_amount: '60.00', to_refund_amount: '140.00' });
    t.deepEqual((await ids(owner, 'refundsOwed')).slice(-2), [cancelled.id, back.id]);
    const refund = (order_id: string, amount: number) => () => desk.staff('record_refund', { order_id, amount });
    t.deepEqual(await added(refund(back.id, 100)), {});
    t.deepEqual(await added(refund(back.id, 40)), { refundsOwed: -1 });
    t.deepEqual(await added(refund(cancelled.id, 200)), { refundsOwed: -1 });
  },
);

test.serial('each list holds what is counted', async (t) => {
  const counted: Row = await countsOf(owner);
  const { rows } = await db.admin.query('select distinct stage from app.order_statuses order by 1');
  for (const { stage } of rows) {
    const { list } = await admin.ask(
      owner,
      'query ($stage: String!) { list: ordersAtStage(stage: $stage, first: 100) { totalCount nodes { status statusMeaning { stage } } } }',
      { stage },
    );
    t.true(
      list.nodes.every((order: Row) => order.statusMeaning.stage === stage),
      stage,
    );
    const name = { new: 'newOrders', on_hold: 'onHold', to_pack: 'toPack' }[stage as string];
    if (name) t.is(list.totalCount, counted[name], stage);
  }
  const named: Record<string, string> = {
    ordersOfDay: 'ordersToday',
    parcelsToHandOver: 'toHandOver',
    parcelsWithCouriers: 'withCouriers',
    returnsExpected: 'returnsRequested',
    ordersAboutToLapse: 'aboutToLapse',
    productsWithoutPrice: 'withoutPrice',
  };
  for (const field of lists) t.is((await ids(owner, field)).length, counted[named[field] ?? field], field);
});

test.serial('orders at a stage go on after the last one of a page, either way', async (t) => {
  for (let n = 0; n < 7; n += 1) await place({ status: n % 2 ? 'confirmed' : 'processing' });
  const page = async (more: string) => ids(owner, 'ordersAtStage', `(stage: "to_pack", ${more})`);
  const all = await page('first: 100');
  t.true(all.length > 5);
  const { rows } = await db.admin.query(
    `select o.id from app.orders o where o.store_id = $1 and o.status in ('confirmed', 'processing') order by o.created_at desc, o.id desc`,
    [desk.shop.stores[0].id],
  );
  t.deepEqual(
    all,
    rows.map(({ id }) => id),
  );
  t.deepEqual(await page(`startingAfter: "${all[1]}"`), all.slice(2));
  const upwards = await page('oldestFirst: true');
  t.deepEqual(upwards, [...all].reverse());
  t.deepEqual(await page(`oldestFirst: true, startingAfter: "${upwards[2]}"`), upwards.slice(3));
  t.deepEqual(await page(`storeId: "${desk.shop.stores[1].id}"`), []);
});

test.serial('my orders are those assigned to me that are not over, the oldest first', async (t) => {
  const { id: me } = (await admin.ask(owner, '{ viewer { id } }')).viewer;
  const two = [await place(), await place()];
  const sent = await send();
  const mine = [...two, sent];
  for (const { id } of mine) await desk.staff('assign_order', { order_id: id, staff_id: me });
  await desk.staff('assign_order', { order_id: (await place()).id, staff_id: desk.staffId });
  t.deepEqual(
    await ids(owner, 'myOrders'),
    mine.map(({ id }) => id),
  );
  t.deepEqual(await ids(owner, 'myOrders', `(startingAfter: "${mine[0]!.id}")`), [mine[1]!.id, mine[2]!.id]);
  await desk.move(mine[0]!.id, 'cancelled');
  await desk.staff('record_parcel_delivered', { parcel_id: sent.parcel });
  t.deepEqual(await ids(owner, 'myOrders'), [mine[1]!.id]);
  t.is((await countsOf(owner)).myOrders, 1);
});

test.serial("a day of orders is the day of the store's own calendar", async (t) => {
  const { id } = await place();
  const { day } = (await db.admin.query(`select store_date::text as day from app.orders where id = $1`, [id])).rows[0];
  t.true((await ids(owner, 'ordersOfDay')).includes(id));
  t.true((await ids(owner, 'ordersOfDay', `(day: "${day}")`)).includes(id));
  // Five minutes to midnight in Dhaka, and five past: two days there, one in UTC.
  await db.admin.query(
    `update app.orders set created_at = '2026-03-01T17:55:00Z', store_date = '2026-03-01' where id = $1`,
    [id],
  );
  const late = await place();
  await db.admin.query(
    `update app.orders set created_at = '2026-03-01T18:05:00Z', store_date = '2026-03-02' where id = $1`,
    [late.id],
  );
  t.deepEqual(await ids(owner, 'ordersOfDay', '(day: "2026-03-01")'), [id]);
  t.deepEqual(await ids(owner, 'ordersOfDay', '(day: "2026-03-02")'), [late.id]);
});

test.serial('parcels stand by age, of all couriers or of one, and say how many days they are out', async (t) => {
  const [older, newer] = [await send(), await send()];
  await db.admin.query(`update app.parcels set picked_up_at = now() - interval '5 days 2 hours' where id = $1`, [
    older.parcel,
  ]);
  const { parcelsWithCouriers, courierWork } = await admin.ask(
    owner,
    `query ($id: UUID) {
      parcelsWithCouriers(courierId: $id) { nodes { id daysOut courier { name } order { number } } }
      courierWork { nodes { courierId name toHandOver withCourier outSince daysOut comingBack } }
    }`,
    { id: desk.couriers.reporting },
  );
  t.like(parcelsWithCouriers.nodes[0], { id: older.parcel, daysOut: 5, courier: { name: 'Padma Express' } });
  t.is(parcelsWithCouriers.nodes.at(-1).id, newer.parcel);
  const padma = courierWork.nodes.find(({ courierId }: Row) => courierId === desk.couriers.reporting);
  t.like(padma, { name: 'Padma Express', withCourier: parcelsWithCouriers.nodes.length, daysOut: 5 });
  t.deepEqual(
    await ids(owner, 'parcelsWithCouriers', `(startingAfter: "${older.parcel}")`),
    (await ids(owner, 'parcelsWithCouriers')).slice(1),
  );
  t.deepEqual(await ids(owner, 'parcelsWithCouriers', `(courierId: "${desk.couriers.ownRider}")`), []);
});

const lapses = 'query ($id: UUID!) { order(id: $id) { lapsesAt } }';

test.serial('an unpaid order lapses when the timer cancels it, and is listed until then', async (t) => {
  const { paymentMethods, id: storeId } = desk.shop.stores[0];
  const { rows } = await db.admin.query('update app.payment_methods set is_online = true where id = $1 returning id', [
    paymentMethods.card,
  ]);
  t.is(rows.length, 1);
  const order = await place({ status: 'pending' });
  t.is((await admin.ask(owner, lapses, { id: order.id })).order.lapsesAt, null);
  await db.admin.query(`update app.orders set source = 'storefront', payment_method_id = $2 where id = $1`, [
    order.id,
    paymentMethods.card,
  ]);
  const { lapsesAt } = (await admin.ask(owner, lapses, { id: order.id })).order;
  t.deepEqual(await ids(owner, 'ordersAboutToLapse', `(storeId: "${storeId}")`), [order.id]);
  const run = async (moment: string) => {
    await db.admin.query(`update app.orders set created_at = created_at + (now() - $2::timestamptz) where id = $1`, [
      order.id,
      moment,
    ]);
    return (await db.admin.query('select internal.cancel_unpaid_orders() as count')).rows[0].count;
  };
  const shifted = (seconds: number) => new Date(Date.parse(lapsesAt) + seconds * 1000).toISOString();
  // Time is moved by moving the order: one minute before it lapses, and at the very moment.
  t.is(await run(shifted(-60)), 0);
  await db.admin.query(`update app.orders set created_at = created_at - interval '1 minute' where id = $1`, [order.id]);
  t.is(await run(new Date().toISOString()), 1);
  t.deepEqual(await ids(owner, 'ordersAboutToLapse'), []);
});

test.serial('orders are found by what is at hand, and narrowed by store, stage and status', async (t) => {
  const storeId = desk.shop.stores[0].id;
  const order = await place({ advance: 100 });
  await book(order.id, desk.couriers.reporting, { tracking_code: 'PX-Zulu-1' });
  await db.admin.query('update app.payments set transaction_id = $2 where order_id = $1', [order.id, 'TRX9Z']);
  const { number } = await desk.order(order.id);
  const found = (search: string, more = '') => ids(owner, 'searchOrders', `(search: "${search}"${more})`);
  for (const search of [number, number.slice(4), 'px-zulu-1', 'TRX9Z', ' PX-Zulu-1 ']) {
    t.deepEqual(await found(search), [order.id], search);
    t.deepEqual(await ids(stranger, 'searchOrders', `(search: "${search}")`), [], search);
    t.deepEqual(await ids(stranger, 'searchOrders', `(search: "${search}", storeId: "${storeId}")`), [], search);
    t.deepEqual(await found(search, `, storeId: "${storeId}", stage: "to_ship", status: "ready_to_ship"`), [order.id]);
    t.deepEqual(await found(search, `, storeId: "${desk.shop.stores[1].id}"`), [], search);
    t.deepEqual(await found(search, ', stage: "to_pack"'), [], search);
    t.deepEqual(await found(search, ', status: "delivered"'), [], search);
  }
  t.true((await found('+880 1711-111 111', ', stage: "to_ship"')).includes(order.id));
});

test.serial(
  'what several orders want is fetched on one walk: by variant, and nothing of what is gone or called off',
  async (t) => {
    const fields = 'nodes { location sku productName quantity onHand orders { number quantity } }';
    const pick = async (token: string, ids: string[]) =>
      (await admin.ask(token, `query ($ids: [UUID!]!) { pickList(orderIds: $ids) { ${fields} } }`, { ids })).pickList
        .nodes;
    const one = await place();
    const two = await desk.place([
      { sku: one.second, quantity: 4 },
      { sku: one.first, quantity: 1 },
    ]);
    const three = await send();
    await desk.staff('record_partial_delivery', { parcel_id: three.parcel, kept: [line(three.items[0], 1)] });
    const gone = await place();
    await desk.move(gone.id, 'cancelled');
    const onTheRoad = await send();
    const asked = [one.id, two.id, three.id, gone.id, onTheRoad.id];
    t.deepEqual(await pick(stranger, asked), []);
    t.deepEqual(await pick(owner, []), []);
    const numbers = new Map<string, string>();
    for (const id of asked) numbers.set(id, (await desk.order(id)).number);
    const of = (id: string, quantity: number) => ({ number: numbers.get(id), quantity });
    const found = new Map<string, Row>((await pick(owner, asked)).map((row: Row) => [row.sku, row]));
    t.deepEqual([...found.keys()].sort(), [one.first, one.second].sort());
    t.like(found.get(one.first), { quantity: 3, onHand: 10, orders: [of(one.id, 2), of(two.id, 1)] });
    t.like(found.get(one.second), { quantity: 5, orders: [of(one.id, 1), of(two.id, 4)] });
    const variants = (
      await db.admin.query(
        'select id, sku from app.variants where company_id = $3 and sku = any ($1) order by sku = $2',
        [[one.first, one.second], one.first, desk.shop.companyId],
      )
    ).rows;
    const location_id = desk.shop.locationId;
    const shelve = (n: number, bin: string | null, permissions?: string[]) =>
      desk.staff('set_bin', { variant_id: variants[n].id, location_id, bin }, permissions);
    t.is((await refusalOf(shelve(0, 'A-01', ['orders.manage']))).code, 'HT014');
    t.is((await refusalOf(desk.staff('set_bin', { variant_id: one.id, location_id, bin: 'A' }))).code, 'HT100');
    for (const [n, bin] of ['A-01', ' B-02 '].entries()) await shelve(n, bin);
    const order = async () => (await pick(owner, asked)).map((row: Row) => row.sku);
    t.deepEqual(await order(), [one.second, one.first]);
    const told = async () => (await desk.events((await shelve(1, 'B-02')).id)).map(({ object }) => object.bin);
    const before = await told();
    t.deepEqual([before.at(-1), await told()], ['B-02', before], 'the same said twice is told once');
    await shelve(0, ' ');
    t.deepEqual(await order(), [one.first, one.second], 'what has no bin comes last');
  },
);

test.serial('products without a price and webhooks that fail are found', async (t) => {
  const free = await desk.ask('create_product', { name: 'Sample', variants: [{ sku: 'FREE', name: 'One', price: 0 }] });
  const { rows } = await db.admin.query(`update app.products set status = 'active' where id = $1 returning id`, [
    free.id,
  ]);
  t.deepEqual(await ids(owner, 'productsWithoutPrice'), [rows[0].id]);
  await desk.ask('update_variant', { identifier: 'FREE', price: 10 });
  t.deepEqual(await ids(owner, 'productsWithoutPrice'), []);
  const { endpoint_id } = await createEndpoint(db, desk.shop, 'https://example.com/hook');
  t.deepEqual(await ids(owner, 'failingWebhooks'), []);
  await db.admin.query(
    `update app.webhook_endpoints set failures = 1, failing_since = now() - interval '1 day' where id = $1`,
    [endpoint_id],
  );
  t.deepEqual(await ids(owner, 'failingWebhooks'), [endpoint_id]);
});

// One feed an order, a product and a customer: who, when, what, from what, to what, the newest first.
import test from 'ava';
import { createShop, stockVariant } from '../helpers/shop.ts';
import { db, desk, line, openParcelShop, send } from '../helpers/shops/parcel-shop.ts';
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

const feedOf = async (type: string, id: string, more = '', token = owner): Promise<Row[]> => {
  const answer = await admin.ask(
    token,
    `query ($id: UUID!) { ${type}(id: $id) { feed${more} { nodes { id at actorType actorName subject subjectId subjectName action fromValue toValue note detail } } } }`,
    { id },
  );
  return answer[type]?.feed.nodes ?? null;
};
const told = (feed: Row[]) => feed.map(({ subject, action }) => `${subject} ${action}`);

async function busyOrder() {
  const order = await send({ advance: 100 });
  await desk.staff('assign_order', { order_id: order.id, staff_id: desk.staffId });
  await desk.staff('update_order', { order_id: order.id, note: 'ring twice' });
  await desk.staff('record_parcel_delivered', { parcel_id: order.parcel });
  await desk.staff('record_parcel_payout', { parcel_id: order.parcel, reference: 'PX-77' });
  const { id: return_id } = await desk.staff('create_return', {
    order_id: order.id,
    lines: [line(order.items[0], 1)],
    reason: 'too small',
  });
  await desk.staff('receive_return', { return_id });
  return order;
}

test('staff of another company read no feed, nor go on in one from an entry of ours', async (t) => {
  const order = await busyOrder();
  const other = await createShop(db.admin);
  const stranger = await signInAs(db, other.companyId, 'owner');
  t.is<unknown, null>(await feedOf('order', order.id, '', stranger), null);
  const [entry] = await feedOf('order', order.id);
  const theirs = await stockVariant(db.admin, other, { sku: 'X', quantity: 1 });
  t.deepEqual(await feedOf('product', theirs.productId, `(startingAfter: "${entry.id}")`, stranger), []);
  t.not(await admin.refusal(null, `{ orders { nodes { feed { nodes { id } } } } }`), undefined);
});

test('the feed of an order tells each thing once, with who did it and what it became', async (t) => {
  const order = await busyOrder();
  const feed = await feedOf('order', order.id);
  t.deepEqual(told(feed), [
    'return return_received',
    'return return_created',
    'payment payment_recorded',
    'order status_changed',
    'order updated',
    'order assigned',
    'order status_changed',
    'parcel parcel_picked_up',
    'order status_changed',
    'parcel parcel_booked',
    ...told(feed).slice(10),
  ]);
  t.is(told(feed).at(-1), 'order created');
  const by = (action: string) => feed.find((entry) => entry.action === action);
  t.like(by('assigned'), { actorType: 'staff', actorName: 'Rina Akter', toValue: 'Rina Akter' });
  t.like(by('status_changed'), { fromValue: 'in_transit', toValue: 'delivered' });
  t.deepEqual(JSON.parse(by('updated').toValue), { note: 'ring twice' });
  t.like(by('return_created'), { note: 'too small', actorName: 'Rina Akter' });
  t.like(by('parcel_booked'), { subjectId: order.parcel });
  t.like(by('payment_recorded'), { note: 'PX-77' });
  const { rows } = await db.admin.query('select count(*)::int as rows from app.order_timeline where order_id = $1', [
    order.id,
  ]);
  t.is(feed.length, rows[0].rows);
  // Earlier versions wrote what a courier paid out for its parcel: that stands for the payment.
  const { subjectId: payment } = by('payment_recorded');
  const activity = async () =>
    (
      await admin.ask(
        owner,
        'query ($ids: [UUID!]) { activityEntries(filter: { objectId: { in: $ids } }) { nodes { action } } }',
        { ids: [payment, order.parcel] },
      )
    ).activityEntries.nodes.map(({ action }: { action: string }) => action);
  const acts = ['payment.recorded', 'parcel.delivered', 'parcel.picked_up', 'parcel.booked'];
  t.deepEqual(await activity(), acts);
  await db.admin.query(
    `insert into app.activity_log (company_id, store_id, actor_type, actor_name, action, object_type, object_id, request_id)
     select company_id, store_id, actor_type, actor_name, 'parcel.paid_out', 'parcel', $1, request_id
     from app.order_timeline where internal.timeline_part(detail) = $2`,
    [order.parcel, payment],
  );
  t.deepEqual(await activity(), ['parcel.paid_out', ...acts.slice(1)]);
});

test('a feed goes on after an entry, and ends', async (t) => {
  const { id } = await busyOrder();
  const all = await feedOf('order', id);
  const found: Row[] = [];
  for (let page = await feedOf('order', id, '(first: 4)'); page.length > 0; ) {
    found.push(...page);
    page = await feedOf('order', id, `(first: 4, startingAfter: "${page.at(-1).id}")`);
  }
  t.deepEqual(found, all);
  const times = all.map(({ at }) => at);
  t.deepEqual(times, [...times].sort().reverse());
});

test('the feed of a product has what people booked in its stock, and not what orders took', async (t) => {
  const { productId } = await stockVariant(db.admin, desk.shop, { sku: 'MANGO', quantity: 10, price: 100 });
  const order = await desk.place([{ sku: 'MANGO', quantity: 2 }]);
  await desk.move(order.id, 'confirmed', 'ready_to_ship', 'in_transit', 'delivered');
  await desk.staff('recount', {
    location_id: desk.shop.locationId,
    lines: [{ sku: 'MANGO', counted: 7 }],
    reason: 'one was rotten',
  });
  const [counted, ...rest] = await feedOf('product', productId);
  t.like(counted, {
    subject: 'stock',
    subjectName: 'MANGO',
    action: 'adjustment',
    fromValue: '8',
    toValue: '7',
    note: 'one was rotten',
    actorName: 'Rina Akter',
  });
  t.deepEqual(
    rest.filter(({ action }) => ['sale', 'reservation', 'release'].includes(action)),
    [],
  );
});

test('the feed of a customer has what staff changed of them and what happened to their orders', async (t) => {
  const order = await desk.place(
    [{ sku: (await stockVariant(db.admin, desk.shop, { sku: 'TEA', quantity: 5 })) && 'TEA', quantity: 1 }],
    {
      customer: { phone: '01855555555', full_name: 'Salma Begum' },
    },
  );
  await desk.move(order.id, 'confirmed');
  const { customer_id } = await desk.order(order.id);
  await desk.staff('update_customer', { customer_id, full_name: 'Salma Khatun' });
  const feed = await feedOf('customer', customer_id);
  t.deepEqual(told(feed), ['customer updated', 'order status_changed', 'order created']);
  t.is(JSON.parse(feed[0].toValue).full_name, 'Salma Khatun');
  t.is(feed[1].subjectName, order.number);
});

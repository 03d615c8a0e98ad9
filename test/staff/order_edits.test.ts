// Staff edit an order on the phone: they see what it would cost, save it, and are told when a colleague was faster.
import test from 'ava';
import type { TestDatabase } from '../helpers/database.ts';
import { findBrokenSoFar } from '../helpers/invariants.ts';
import { type Desk, openDesk } from '../helpers/orders.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createShop, stockVariant } from '../helpers/shop.ts';
import { type StaffDesk, signInAs, startStaff } from '../helpers/staff.ts';

let db: TestDatabase;
let desk: Desk;
let admin: StaffDesk;
let agent: string;
test.before(async () => {
  db = await borrowDatabase('sound');
  desk = await openDesk(db, await createShop(db.admin));
  admin = await startStaff(db);
  agent = await signInAs(db, desk.shop.companyId, ['orders.manage']);
  for (const [sku, price] of [
    ['SOAP', 100],
    ['OIL', 250],
  ] as const)
    await stockVariant(db.admin, desk.shop, { sku, price, quantity: 1000 });
});
test.after.always(async () => {
  const broken = await findBrokenSoFar(db.admin);
  await admin?.stop();
  await db?.drop();
  if (broken.length > 0) throw new Error(broken.join('\n'));
});

const edit = `mutation ($input: EditOrderInput!) {
  editOrder(input: $input) { order { id totalAmount note isEditable customFields } }
}`;
const preview = `mutation ($input: PreviewOrderEditInput!) {
  previewOrderEdit(input: $input) {
    editedOrder { totalAmount paidAmount dueAmount toRefundAmount items { sku quantity unitPrice lineTotal } }
  }
}`;
const ordered = () => desk.place([{ sku: 'SOAP', quantity: 2 }]);

test('who may not manage orders, or is of another company, edits none', async (t) => {
  const { id } = await ordered();
  const packer = await signInAs(db, desk.shop.companyId, ['inventory.manage']);
  const stranger = await signInAs(db, (await createShop(db.admin)).companyId, 'owner');
  for (const question of [edit, preview]) {
    t.is(await admin.refusal(packer, question, { input: { orderId: id, note: 'x' } }), 'FORBIDDEN');
    t.is(await admin.refusal(stranger, question, { input: { orderId: id, note: 'x' } }), 'NOT_FOUND');
    t.is(await admin.refusal(agent, question, { input: { orderId: id } }), 'VALIDATION_ERROR');
    const changes = [{ action: 'remove_item', orderItemId: id }];
    t.is(await admin.refusal(agent, question, { input: { orderId: id, changes } }), 'CONFLICT');
  }
});

test('a preview is what the edit makes of it, and the activity log says who did it', async (t) => {
  const { id, items, updated_at } = await ordered();
  const input = {
    ...{ orderId: id, expectedUpdatedAt: updated_at, shippingCharge: '60.00', note: 'Call first' },
    changes: [
      { action: 'change_item', orderItemId: items[0].id, quantity: 3 },
      { action: 'add_item', sku: 'OIL', quantity: 1, unitPrice: '200' },
    ],
    ...{ customFields: { gift: true }, shippingAddress: { addressLine: 'House 7', city: 'Dhaka' } },
  };
  const { editedOrder } = (await admin.ask(agent, preview, { input })).previewOrderEdit;
  t.like(editedOrder, { totalAmount: '560.00', paidAmount: '0.00', dueAmount: '560.00', toRefundAmount: '0.00' });
  t.deepEqual(
    editedOrder.items.map((item: { sku: string; lineTotal: string }) => [item.sku, item.lineTotal]),
    [
      ['SOAP', '300.00'],
      ['OIL', '200.00'],
    ],
  );
  t.is((await desk.order(id)).total_amount, '200.00');
  const { order } = (await admin.ask(agent, edit, { input })).editOrder;
  t.like(order, { totalAmount: '560.00', note: 'Call first', isEditable: true });
  t.deepEqual(order.customFields, { gift: true });
  t.deepEqual((await desk.order(id)).shipping_address, { address_line: 'House 7', city: 'Dhaka' });
  const { rows } = await db.admin.query(
    `select before ->> 'total_amount' as before, after ->> 'total_amount' as after from internal.readable_activity_log
     where object_id = $1 and action = 'order.updated'`,
    [id],
  );
  t.deepEqual(rows, [{ before: '200.00', after: '560.00' }]);
  t.is(await admin.refusal(agent, edit, { input }), 'CONFLICT', 'it was seen before this edit');
  const cleared = await admin.ask(agent, edit, { input: { orderId: id, note: '' } });
  t.is(cleared.editOrder.order.note, null);
});

test('of an address staff change the fields that they give, and an empty text clears; the others stay', async (t) => {
  const { id } = await ordered();
  const sent = { recipientName: 'Rahim', address_line: 'House 7', district: 'Gazipur', floor: 3, gps: { lat: 23.9 } };
  await db.admin.query('update app.orders set shipping_address = $2 where id = $1', [id, sent]);
  const given = { recipientName: 'Karim', addressLine: '', city: 'Tongi' };
  await admin.ask(agent, edit, { input: { orderId: id, shippingAddress: given } });
  const { shipping_address } = await desk.order(id);
  t.deepEqual(shipping_address, {
    recipient_name: 'Karim',
    city: 'Tongi',
    district: 'Gazipur',
    floor: 3,
    gps: { lat: 23.9 },
  });
  const same = { recipientName: 'Karim', city: 'Tongi', district: 'Gazipur' };
  await db.admin.query('update app.orders set shipping_address = $2 where id = $1', [id, shipping_address]);
  const { updated_at } = await desk.order(id);
  await admin.ask(agent, edit, { input: { orderId: id, shippingAddress: same } });
  t.deepEqual((await desk.order(id)).updated_at, updated_at, 'what is there already is no change');
  await admin.ask(agent, edit, { input: { orderId: id, shippingAddress: { district: '' } } });
  const { district: _, ...rest } = shipping_address;
  t.deepEqual((await desk.order(id)).shipping_address, rest);
});

test('where it went before and after is told to those who may see where it goes', async (t) => {
  const { id, items } = await ordered();
  const reader = await signInAs(db, desk.shop.companyId, ['orders.manage', 'customers.read']);
  const changes = [{ action: 'change_item', orderItemId: items[0].id, quantity: 3 }];
  await admin.ask(agent, edit, { input: { orderId: id, changes } });
  await admin.ask(agent, edit, { input: { orderId: id, shippingAddress: { addressLine: 'Nosrin Villa' } } });
  const history = `query ($id: UUID!) {
    order(id: $id) { feed { nodes { action detail } } timelineEntries { nodes { action detail } } }
  }`;
  for (const [who, edits] of [
    [agent, 1],
    [reader, 2],
  ] as const) {
    const { order } = await admin.ask(who, history, { id });
    for (const { nodes } of [order.feed, order.timelineEntries]) {
      t.is(nodes.filter(({ action }: { action: string }) => action === 'edited').length, edits);
      t.is(JSON.stringify(nodes).includes('Nosrin Villa'), who === reader);
    }
  }
});

test('whether it may be edited or ordered again is told as the acts would be refused', async (t) => {
  const { id } = await ordered();
  const packer = await signInAs(db, desk.shop.companyId, ['inventory.manage']);
  const may = async (who = agent) => {
    const { order } = await admin.ask(who, 'query ($id: UUID!) { order(id: $id) { isEditable mayBeReordered } }', {
      id,
    });
    return [order.isEditable, order.mayBeReordered];
  };
  t.deepEqual(await may(), [true, false]);
  t.deepEqual(await may(packer), [false, false]);
  await desk.move(id, 'confirmed');
  const parcel = await desk.staff('book_parcel', { order_id: id, courier_id: desk.couriers.ownRider });
  t.deepEqual(await may(), [false, false], 'a parcel is booked');
  await desk.staff('cancel_parcel', { parcel_id: parcel.id });
  t.deepEqual(await may(), [true, false]);
  await desk.move(id, 'cancelled');
  t.deepEqual(await may(), [false, true]);
  const again = await desk.staff('reorder_order', { order_id: id });
  t.deepEqual(await may(), [false, false], 'the order in its place stands');
  await desk.move(again.id, 'cancelled');
  t.deepEqual(await may(), [false, true]);
});

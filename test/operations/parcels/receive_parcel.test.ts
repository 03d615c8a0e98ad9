import { randomUUID } from 'node:crypto';
import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeParcel } from '../../helpers/operations/makers.ts';
import { closeApiShop, db, eventsOf, house, openApiShop, own, send } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('receive_parcel', house, {
  sound: async (maker) => ({ id: (await makeParcel(maker, { pickedUp: true })).parcel.id }),
  wrong: [
    [{ lines: [] }, 'lines'],
    [{ lines: [{ quantity: 1 }] }, 'lines.0.order_item_id'],
    [{ lines: [{ order_item_id: randomUUID(), quantity: 1 }] }, 'lines.0'],
  ],
});

const receive = (id: string, lines?: object[]) =>
  send('POST', `/parcels/${id}/receive`, { lines }, { headers: { 'idempotency-key': randomUUID() } });

test('goods come back sellable or damaged, in parts; more than is outstanding is refused', async (t) => {
  const maker = own();
  const { order, parcel } = await makeParcel(maker, { pickedUp: true });
  const [{ id: order_item_id, variant_id }] = order.items;
  t.is((await receive(parcel.id, [{ order_item_id, quantity: 3 }])).status, 422);
  const first = await receive(parcel.id, [{ order_item_id, quantity: 1, condition: 'damaged' }]);
  t.deepEqual([first.status, first.body.status, first.body.received_at], [200, 'picked_up', null]);
  t.is((await receive(parcel.id, [{ order_item_id, quantity: 2 }])).status, 422);
  const rest = await receive(parcel.id);
  t.is(rest.body.status, 'received');
  const again = await receive(parcel.id);
  t.deepEqual([again.status, again.body], [200, rest.body]);
  t.is((await receive(parcel.id, [{ order_item_id, quantity: 1 }])).status, 409, 'other lines, and nothing is left');
  t.is((await send('GET', `/orders/${order.id}`)).body.status, 'returned');
  const { rows } = await db.admin.query('select on_hand, reserved from app.inventory_levels where variant_id = $1', [
    variant_id,
  ]);
  t.deepEqual(rows, [{ on_hand: 9, reserved: 0 }]);
  t.is((await eventsOf(parcel.id)).at(-1), 'parcel.updated');
});

test('the same goods again are known, in whatever words', async (t) => {
  const { order, parcel } = await makeParcel(own(), { pickedUp: true });
  const [{ id: order_item_id }] = order.items;
  const first = await receive(parcel.id, [{ order_item_id, quantity: 2 }]);
  t.is(first.body.status, 'received');
  const one = { order_item_id, quantity: 1, condition: 'sellable' };
  for (const lines of [
    [{ order_item_id: order_item_id.toUpperCase(), quantity: 2, condition: 'sellable' }],
    [one, one],
  ])
    t.deepEqual((await receive(parcel.id, lines)).body, first.body);
  t.is((await receive(parcel.id, [one])).status, 409, 'fewer');
});

test('a parcel that waits for its courier has nothing to bring back', async (t) => {
  const { parcel } = await makeParcel(own());
  const { status, body } = await receive(parcel.id);
  t.deepEqual([status, body.error.fields.possible_reports], [409, ['pickup', 'cancelled']]);
});

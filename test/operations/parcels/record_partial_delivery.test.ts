import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeParcel } from '../../helpers/operations/makers.ts';
import { closeApiShop, house, openApiShop, own, send } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('record_partial_delivery', house, {
  async sound(maker) {
    const { order, parcel } = await makeParcel(maker, { pickedUp: true });
    return { id: parcel.id, kept: [{ order_item_id: order.items[0].id, quantity: 1 }], collected_amount: 100 };
  },
  wrong: [
    [{ kept: undefined }, 'kept'],
    [{ kept: [] }, 'kept'],
    [{ collected_amount: 200.01 }, 'collected_amount'],
  ],
});

test('a part that is kept is told once; all of it, more than was sent, or lines of another order are refused', async (t) => {
  const maker = own();
  const { order, parcel } = await makeParcel(maker, { pickedUp: true });
  const { order: other } = await makeParcel(maker);
  const report = (kept: object[], more = {}) =>
    send('POST', `/parcels/${parcel.id}/partial-delivery`, { kept, ...more });
  const order_item_id = order.items[0].id;
  for (const [kept, field] of [
    [{ order_item_id, quantity: 2 }, 'kept'],
    [{ order_item_id, quantity: 3 }, 'kept'],
    [{ order_item_id: other.items[0].id, quantity: 1 }, 'kept.0'],
  ] as const) {
    const { status, body } = await report([kept]);
    t.deepEqual([status, Object.keys(body.error.fields)], [422, [field]]);
  }
  const first = await report([{ order_item_id, quantity: 1 }]);
  t.like(first.body, { status: 'delivered', collected_amount: '100.00' });
  t.like((await send('GET', `/orders/${order.id}`)).body, {
    status: 'delivered',
    fulfillment_status: 'partially_fulfilled',
    coming_back_quantity: 1,
  });
  for (const more of [{}, { collected_amount: 100 }]) {
    const again = await report([{ order_item_id, quantity: 1 }], more);
    t.deepEqual([again.status, again.body], [200, first.body]);
  }
  t.is((await report([{ order_item_id, quantity: 1 }], { collected_amount: 90 })).status, 409, 'another amount');
  const twice = { order_item_id, quantity: 1 };
  t.is((await report([twice, twice])).status, 409, 'another quantity, in two lines');
  const whole = await send('POST', `/parcels/${parcel.id}/delivered`, {});
  t.is(whole.status, 409, 'all of it after all');
  t.deepEqual(whole.body.error.fields.possible_reports, ['received']);
});

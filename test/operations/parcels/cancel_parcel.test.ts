import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeParcel } from '../../helpers/operations/makers.ts';
import { closeApiShop, house, openApiShop, own, send } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('cancel_parcel', house, {
  sound: async (maker) => ({ id: (await makeParcel(maker)).parcel.id, reason: 'Wrong courier' }),
  wrong: [[{ reason: 7 }, 'reason']],
});

test('a parcel is cancelled until its pickup; again it changes nothing, and another can be booked', async (t) => {
  const maker = own();
  const { order, parcel } = await makeParcel(maker);
  const cancel = (id: string) => send('POST', `/parcels/${id}/cancel`, {});
  const first = await cancel(parcel.id);
  t.is(first.body.status, 'cancelled');
  t.deepEqual((await cancel(parcel.id)).body, first.body);
  t.is((await send('GET', `/orders/${order.id}`)).body.status, 'ready_to_ship');
  const second = await maker.make('book_parcel', { id: order.id, courier_id: parcel.courier.id });
  await maker.make('record_parcel_pickup', { id: second.id });
  const late = await cancel(second.id);
  t.is(late.status, 409);
  t.deepEqual(late.body.error.fields, {
    parcel_id: ['was picked up: ask for its return instead'],
    possible_reports: ['delivered', 'partial_delivery', 'failed', 'returning', 'received'],
  });
});

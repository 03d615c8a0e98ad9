import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeParcel } from '../../helpers/operations/makers.ts';
import { closeApiShop, eventsOf, house, openApiShop, own, send } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('record_parcel_pickup', house, {
  sound: async (maker) => ({ id: (await makeParcel(maker)).parcel.id }),
});

test('a pickup that is reported again, or late, changes nothing', async (t) => {
  const { order, parcel } = await makeParcel(own());
  const report = (what: string, body = {}) => send('POST', `/parcels/${parcel.id}/${what}`, body);
  const first = await report('pickup');
  t.like(first.body, { status: 'picked_up', is_pickup_recorded: true });
  t.is((await send('GET', `/orders/${order.id}`)).body.status, 'in_transit');
  const again = await report('pickup');
  t.deepEqual([again.status, again.body], [200, first.body]);
  const delivered = await report('delivered', { collected_amount: 200 });
  const late = await report('pickup');
  t.deepEqual([late.status, late.body], [200, delivered.body]);
  t.deepEqual(await eventsOf(parcel.id), ['parcel.created', 'parcel.updated', 'parcel.updated']);
});

test('a cancelled parcel cannot be picked up, and the answer says what can be reported', async (t) => {
  const { parcel } = await makeParcel(own());
  await send('POST', `/parcels/${parcel.id}/cancel`, {});
  const { status, body } = await send('POST', `/parcels/${parcel.id}/pickup`, {});
  t.is(status, 409);
  t.deepEqual(body.error.fields, {
    parcel_id: ['is cancelled: only a parcel that waits for its courier can be picked up'],
    possible_reports: [],
  });
});

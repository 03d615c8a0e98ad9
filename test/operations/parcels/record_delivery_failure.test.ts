import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeParcel } from '../../helpers/operations/makers.ts';
import { closeApiShop, house, openApiShop, own, send } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('record_delivery_failure', house, {
  sound: async (maker) => ({ id: (await makeParcel(maker, { pickedUp: true })).parcel.id, reason: 'Not at home' }),
  wrong: [[{ reason: 'x'.repeat(501) }, 'reason']],
});

test('a failure that is reported again, or late, changes nothing; after a delivery without one it is refused', async (t) => {
  const maker = own();
  const { order, parcel } = await makeParcel(maker, { pickedUp: true });
  const report = (id: string, what: string) => send('POST', `/parcels/${id}/${what}`, {});
  const first = await report(parcel.id, 'failed');
  t.is(first.body.status, 'delivery_failed');
  t.is((await send('GET', `/orders/${order.id}`)).body.status, 'failed_delivery');
  t.deepEqual((await report(parcel.id, 'failed')).body, first.body);
  const delivered = await report(parcel.id, 'delivered');
  t.is(delivered.body.status, 'delivered');
  t.deepEqual((await report(parcel.id, 'failed')).body, delivered.body, 'it did fail before');
  const straight = await makeParcel(maker, { pickedUp: true });
  await report(straight.parcel.id, 'delivered');
  const late = await report(straight.parcel.id, 'failed');
  t.is(late.status, 409);
  t.deepEqual(late.body.error.fields.parcel_id, ['is delivered: only a delivery that is under way can fail']);
});

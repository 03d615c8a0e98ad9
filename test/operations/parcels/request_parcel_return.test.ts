import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeParcel } from '../../helpers/operations/makers.ts';
import { closeApiShop, house, openApiShop, own, send } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('request_parcel_return', house, {
  sound: async (maker) => ({
    id: (await makeParcel(maker, { pickedUp: true })).parcel.id,
    reason: 'Refused at the door',
  }),
  wrong: [[{ reason: 7 }, 'reason']],
});

test('that a parcel comes back is told once, also when it is reported late; before the pickup it is refused', async (t) => {
  const maker = own();
  const { parcel } = await makeParcel(maker);
  const report = (what: string) => send('POST', `/parcels/${parcel.id}/${what}`, {});
  const early = await report('returning');
  t.is(early.status, 409);
  t.deepEqual(early.body.error.fields.possible_reports, ['pickup', 'cancelled']);
  await report('pickup');
  const first = await report('returning');
  t.is(first.body.status, 'return_requested');
  t.deepEqual((await report('returning')).body, first.body);
  const received = await maker.make('receive_parcel', { id: parcel.id });
  t.is(received.status, 'received');
  t.deepEqual((await report('returning')).body, received);
});

import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeParcel } from '../../helpers/operations/makers.ts';
import { closeApiShop, house, openApiShop, own, send } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('get_parcel', house, {
  sound: async (maker) => ({ id: (await makeParcel(maker)).parcel.id }),
});

test('a parcel with its courier, its order and its cash', async (t) => {
  const { order, parcel } = await makeParcel(own());
  const { body } = await send('GET', `/parcels/${parcel.id}`);
  t.deepEqual(body, parcel);
  t.like(body, {
    order_id: order.id,
    order_number: order.number,
    status: 'booked',
    tracking_code: null,
    weight_grams: null,
    note: null,
    cod_amount: '200.00',
    collected_amount: null,
    paid_out_amount: '0.00',
    charged_amount: '0.00',
    written_off_amount: '0.00',
    held_amount: '0.00',
    is_pickup_recorded: false,
    picked_up_at: null,
    delivered_at: null,
    received_at: null,
    cancelled_at: null,
    paid_out_at: null,
  });
  t.is(body.courier.reports_pickups, true);
});

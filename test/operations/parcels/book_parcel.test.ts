import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeConfirmedOrder, makeCourier, makeOrder, makeParcel } from '../../helpers/operations/makers.ts';
import { closeApiShop, eventsOf, house, openApiShop, own, send } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('book_parcel', house, {
  async sound(maker) {
    return { id: (await makeConfirmedOrder(maker)).id, courier_id: await makeCourier(maker), tracking_code: 'PX-1' };
  },
  wrong: [
    [{ courier_id: 'Padma' }, 'courier_id'],
    [{ tracking_code: 'x'.repeat(101) }, 'tracking_code'],
    [{ weight_grams: 0 }, 'weight_grams'],
    [{ weight_grams: 1.5 }, 'weight_grams'],
    [{ cod_amount: -1 }, 'cod_amount'],
    [{ cod_amount: 200.01 }, 'cod_amount'],
    [{ note: 'x'.repeat(2001) }, 'note'],
  ],
});

test('what is booked is refused for an order that has a parcel, in a wrong status, or with a foreign courier', async (t) => {
  const maker = own();
  const pending = await makeOrder(maker);
  const book = (id: string, body = {}) => send('POST', `/orders/${id}/parcels`, body);
  t.like((await book(pending.id)).body.error, { code: 'INVALID_STATUS_TRANSITION' });
  const { order } = await makeParcel(maker);
  const second = await book(order.id);
  t.is(second.status, 409);
  t.deepEqual(second.body.error.fields.order_id, [
    'has a parcel that is under way: cancel it, or receive it back first',
  ]);
  const { id } = await makeConfirmedOrder(maker);
  const retired = await makeCourier(maker, { status: 'inactive' });
  for (const courier_id of [retired, id]) {
    const { status, body } = await book(id, { courier_id });
    t.deepEqual([status, Object.keys(body.error.fields)], [409, ['courier_id']]);
  }
  t.deepEqual((await send('GET', `/parcels?order_id=${id}`)).body.data, []);
});

test('a courier that reports pickups is waited for; any other, or none, has the parcel at once', async (t) => {
  const maker = own();
  const silent = await makeCourier(maker, { reports_pickups: false });
  const reporting = await makeCourier(maker);
  for (const [courier_id, status, orderStatus] of [
    [reporting, 'booked', 'ready_to_ship'],
    [silent, 'picked_up', 'in_transit'],
    [undefined, 'picked_up', 'in_transit'],
  ]) {
    const order = await makeConfirmedOrder(maker);
    const body = { courier_id, tracking_code: ' PX-9 ', weight_grams: 1200, cod_amount: 150, note: 'Call first' };
    const booked = await send('POST', `/orders/${order.id}/parcels`, body);
    t.is(booked.status, 201);
    t.like(booked.body, {
      status,
      tracking_code: 'PX-9',
      weight_grams: 1200,
      cod_amount: '150.00',
      note: 'Call first',
    });
    t.is(booked.body.courier?.id, courier_id);
    t.is((await send('GET', `/orders/${order.id}`)).body.status, orderStatus);
    t.deepEqual(await eventsOf(booked.body.id), ['parcel.created']);
  }
});

import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeOrder } from '../../helpers/operations/makers.ts';
import { closeApiShop, house, openApiShop, own, send } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('get_order', house, { sound: async (maker) => ({ id: (await makeOrder(maker)).id }) });

test('an order reads as it was answered when it was placed, with customer and items', async (t) => {
  const placed = await makeOrder(own(), { note: 'Call before delivery', shipping_charge: 60 });
  const { status, body } = await send('GET', `/orders/${placed.id}`);
  t.is(status, 200);
  t.deepEqual(body, placed);
  t.like(body, { subtotal: '200.00', total_amount: '260.00', note: 'Call before delivery' });
  t.is(body.customer.phone, '01711111111');
  t.is(body.items.length, 1);
});

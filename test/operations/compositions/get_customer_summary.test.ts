import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeOrder } from '../../helpers/operations/makers.ts';
import { closeApiShop, house, openApiShop, own } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('get_customer_summary', house, {
  sound: async (maker) => ({ id: (await makeOrder(maker)).customer_id }),
  wrong: [
    [{ limit: 0 }, 'limit'],
    [{ limit: 21 }, 'limit'],
    [{ id: 'karim' }, 'id'],
  ],
});

test('it says what get_customer and list_orders say, latest order first, up to the limit', async (t) => {
  const { make } = own();
  const first = await makeOrder(own());
  const order = { customer: { phone: '01711111111' }, items: [{ sku: 'SOAP', quantity: 1 }] };
  const [second, third] = [await make('create_order', order), await make('create_order', order)];
  const id = first.customer_id;
  const { customer, recent_orders } = await make('get_customer_summary', { id, limit: 2 });
  t.deepEqual(customer, await make('get_customer', { id, expand: 'stats' }));
  t.is(customer.stats.orders_count, 3);
  t.deepEqual(
    recent_orders.map((row: { id: string }) => row.id),
    [third.id, second.id],
  );
  t.is(recent_orders[0].items.length, 1);
  t.is((await make('get_customer_summary', { id })).recent_orders.length, 3, 'five, when nothing is said');
});

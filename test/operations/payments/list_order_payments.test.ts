import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeOrder } from '../../helpers/operations/makers.ts';
import { closeApiShop, house, openApiShop, own, send, shop } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('list_order_payments', house, {
  async sound(maker) {
    const { id } = await makeOrder(maker);
    await maker.make('record_order_payment', {
      id,
      amount: 50,
      payment_method_id: maker.shop.stores[0].paymentMethods.cod,
    });
    return { id };
  },
  wrong: [
    [{ limit: 0 }, 'limit'],
    [{ sort: 'name' }, 'sort'],
    [{ starting_after: 7 }, 'starting_after'],
  ],
});

test('payments of an order and of no other, newest first, page by page', async (t) => {
  const order = await makeOrder(own());
  const pay = async (amount: number) =>
    (
      await send('POST', `/orders/${order.id}/payments`, {
        amount,
        payment_method_id: shop.stores[0].paymentMethods.cod,
      })
    ).body;
  t.deepEqual((await send('GET', `/orders/${order.id}/payments`)).body, {
    data: [],
    meta: { has_more: false, next_cursor: null },
  });
  const [first, second] = [await pay(50), await pay(70)];
  const page = (await send('GET', `/orders/${order.id}/payments?limit=1`)).body;
  t.deepEqual(page, { data: [second], meta: { has_more: true, next_cursor: second.id } });
  const next = (await send('GET', `/orders/${order.id}/payments?limit=1&starting_after=${page.meta.next_cursor}`)).body;
  t.deepEqual(next, { data: [first], meta: { has_more: false, next_cursor: null } });
});

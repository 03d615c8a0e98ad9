import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeOrder } from '../../helpers/operations/makers.ts';
import { closeApiShop, house, openApiShop, own, send } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('list_order_calls', house, {
  async sound(maker) {
    const { id } = await makeOrder(maker);
    await maker.make('record_call', { id, outcome: 'no_answer' });
    return { id };
  },
  wrong: [
    [{ limit: 0 }, 'limit'],
    [{ sort: 'name' }, 'sort'],
    [{ starting_after: 7 }, 'starting_after'],
  ],
});

test('calls about an order and about no other, newest first, page by page', async (t) => {
  const order = await makeOrder(own());
  const other = await own().make('create_order', {
    customer: { phone: '01711111111' },
    items: [{ sku: 'SOAP', quantity: 1 }],
  });
  const call = async (id: string, outcome: string) => (await send('POST', `/orders/${id}/calls`, { outcome })).body;
  t.deepEqual((await send('GET', `/orders/${order.id}/calls`)).body, {
    data: [],
    meta: { has_more: false, next_cursor: null },
  });
  await call(other.id, 'refused');
  const [first, second] = [await call(order.id, 'no_answer'), await call(order.id, 'confirmed')];
  const page = (await send('GET', `/orders/${order.id}/calls?limit=1`)).body;
  t.deepEqual(page, { data: [second], meta: { has_more: true, next_cursor: second.id } });
  const next = (await send('GET', `/orders/${order.id}/calls?limit=1&starting_after=${page.meta.next_cursor}`)).body;
  t.deepEqual(next, { data: [first], meta: { has_more: false, next_cursor: null } });
});

import { randomUUID } from 'node:crypto';
import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeConfirmedOrder, makeDelivered } from '../../helpers/operations/makers.ts';
import { closeApiShop, eventsOf, house, openApiShop, own, send } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('create_return', house, {
  async sound(maker) {
    const { order } = await makeDelivered(maker);
    return { id: order.id, lines: [{ order_item_id: order.items[0].id, quantity: 1 }] };
  },
  wrong: [
    [{ lines: undefined }, 'lines'],
    [{ lines: [] }, 'lines'],
    [{ lines: [{ order_item_id: randomUUID(), quantity: 1 }] }, 'lines.0'],
    [{ reason: 7 }, 'reason'],
  ],
});

const create = (id: string, lines: object[]) =>
  send('POST', `/orders/${id}/returns`, { lines }, { headers: { 'idempotency-key': randomUUID() } });

test('an order that is not delivered has nothing to return, nor lines of another, nor more than the customer has', async (t) => {
  const maker = own();
  const open = await makeConfirmedOrder(maker);
  const refused = await create(open.id, [{ order_item_id: open.items[0].id, quantity: 1 }]);
  t.deepEqual([refused.status, refused.body.error.code], [400, 'INVALID_STATUS_TRANSITION']);
  const { order } = await makeDelivered(maker);
  const [{ id: order_item_id }] = order.items;
  t.is((await create(order.id, [{ order_item_id: open.items[0].id, quantity: 1 }])).status, 422);
  t.is((await create(order.id, [{ order_item_id, quantity: 3 }])).status, 422);
  const first = await create(order.id, [{ order_item_id, quantity: 1 }]);
  t.is(first.status, 201);
  t.deepEqual(await eventsOf(first.body.id), ['return.created']);
  t.is((await create(order.id, [{ order_item_id, quantity: 2 }])).status, 422, 'one is asked back already');
  t.is((await create(order.id, [{ order_item_id, quantity: 1 }])).body.number, first.body.number.replace(/1$/, '2'));
});

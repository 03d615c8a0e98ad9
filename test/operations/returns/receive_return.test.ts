import { randomUUID } from 'node:crypto';
import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeReturn } from '../../helpers/operations/makers.ts';
import { closeApiShop, db, eventsOf, house, openApiShop, own, send } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('receive_return', house, {
  sound: async (maker) => ({ id: (await makeReturn(maker)).id }),
  wrong: [
    [{ lines: [] }, 'lines'],
    [{ lines: [{ order_item_id: randomUUID(), quantity: 1 }] }, 'lines.0'],
  ],
});

test('damaged goods are booked as a loss; a return is received once, and no more than it asks for', async (t) => {
  const made = await makeReturn(own());
  const [{ order_item_id }] = made.lines;
  const receive = (quantity: number) =>
    send(
      'POST',
      `/returns/${made.id}/receive`,
      { lines: [{ order_item_id, quantity, condition: 'damaged' }] },
      { headers: { 'idempotency-key': randomUUID() } },
    );
  t.is((await receive(2)).status, 422);
  const { status, body } = await receive(1);
  t.deepEqual([status, body.status], [200, 'received']);
  t.like(body.lines[0], { sellable_quantity: 0, damaged_quantity: 1 });
  t.deepEqual(await eventsOf(made.id), ['return.created', 'return.updated']);
  const { rows } = await db.admin.query(
    'select n.on_hand from app.order_items i join app.inventory_levels n using (variant_id) where i.id = $1',
    [order_item_id],
  );
  t.is(rows[0].on_hand, 8);
  const again = await receive(1);
  t.deepEqual([again.status, again.body.error.code], [409, 'CONFLICT']);
});

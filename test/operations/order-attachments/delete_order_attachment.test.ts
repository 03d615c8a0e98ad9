import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { addAttachment, makeOrder, makeReturn } from '../../helpers/operations/makers.ts';
import { closeApiShop, db, house, openApiShop, own, send } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('delete_order_attachment', house, {
  async sound(maker) {
    const { id } = await makeOrder(maker);
    return { id, attachment_id: await addAttachment(maker, id) };
  },
});

test('a file of another order, or of a return, stays; what is removed goes from the storage too', async (t) => {
  const { id: returnId, order_id: id } = await makeReturn(own());
  const damage = await addAttachment(own(), id, { return_id: returnId });
  const other = await addAttachment(own(), (await makeOrder(own())).id);
  for (const attachment of [damage, other])
    t.is((await send('DELETE', `/orders/${id}/attachments/${attachment}`)).status, 404);
  const mine = await addAttachment(own(), id);
  const { rows } = await db.admin.query('select media_key from app.attachments where id = $1', [mine]);
  const removed = await send('DELETE', `/orders/${id}/attachments/${mine}`);
  t.deepEqual([removed.status, removed.body], [200, { id: mine, deleted: true }]);
  const due = await db.admin.query('select from internal.media_deletions where media_key = $1', [rows[0].media_key]);
  t.is(due.rowCount, 1);
  t.is((await send('DELETE', `/orders/${id}/attachments/${mine}`)).status, 404);
});

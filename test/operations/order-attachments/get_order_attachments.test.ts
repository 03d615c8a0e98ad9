import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { addAttachment, makeOrder, makeReturn } from '../../helpers/operations/makers.ts';
import { closeApiShop, house, openApiShop, own, send } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('get_order_attachments', house, {
  async sound(maker) {
    const { id } = await makeOrder(maker);
    await addAttachment(maker, id);
    return { id };
  },
  wrong: [[{ limit: 1 }, 'limit']],
});

test('files of an order and of no other, oldest first, each with an address that ends; not those of its returns', async (t) => {
  const { id: returnId, order_id: id } = await makeReturn(own());
  t.deepEqual((await send('GET', `/orders/${id}/attachments`)).body, { data: [] });
  const first = await addAttachment(own(), id, { caption: 'bKash' });
  const second = await addAttachment(own(), id);
  await addAttachment(own(), id, { return_id: returnId });
  const { body } = await send('GET', `/orders/${id}/attachments`);
  t.deepEqual(
    body.data.map((one: { id: string }) => one.id),
    [first, second],
  );
  const [{ url, url_expires_at: until, ...shown }] = body.data;
  t.like(shown, {
    order_id: id,
    file_name: 'slip.pdf',
    caption: 'bKash',
    type: 'pdf',
    width: null,
    size_bytes: 100,
    sha256: '07'.repeat(32),
    actor: { type: 'system', id: null, name: 'Test' },
  });
  t.false('storage_key' in shown);
  t.deepEqual(Object.keys(body), ['data']);
  t.is(new URL(url).searchParams.get('name'), 'slip.pdf');
  t.is(Number(new URL(url).searchParams.get('expires')) * 1000, Date.parse(until));
  const left = Date.parse(until) - Date.now();
  t.true(left > 590_000 && left <= 900_000, String(left));
});

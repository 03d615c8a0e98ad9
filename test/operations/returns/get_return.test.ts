import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeReturn } from '../../helpers/operations/makers.ts';
import { closeApiShop, house, openApiShop, own, send } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('get_return', house, {
  sound: async (maker) => ({ id: (await makeReturn(maker)).id }),
});

test('a return with what is asked back', async (t) => {
  const made = await makeReturn(own());
  const { body } = await send('GET', `/returns/${made.id}`);
  t.deepEqual(body, made);
  t.is(body.number, `${body.order_number.replace('ORD', 'RET')}-1`);
  t.like(body, { status: 'requested', reason: 'Too small', received_at: null });
  t.like(body.lines[0], { quantity: 1, sellable_quantity: 0, damaged_quantity: 0 });
});

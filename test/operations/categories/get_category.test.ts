import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { closeApiShop, house, openApiShop, send } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('get_category', house, {
  sound: async ({ make }) => ({ id: (await make('create_category', { name: 'Sarees' })).id }),
});

test('a category reads as it was answered when it was made, with its parent', async (t) => {
  const { body: root } = await send('POST', '/categories', { name: 'Clothes' });
  const { body: made } = await send('POST', '/categories', { name: 'Sarees', parent_id: root.id, position: 3 });
  const { body } = await send('GET', `/categories/${made.id}`);
  t.deepEqual(body, made);
  t.like(body, { parent_id: root.id, position: 3 });
});

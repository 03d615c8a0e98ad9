import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { closeApiShop, house, openApiShop, send } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('get_brand', house, {
  sound: async ({ make }) => ({ id: (await make('create_brand', { name: 'Aarong' })).id }),
});

test('a brand reads as it was answered when it was made, and after a change as it was answered then', async (t) => {
  const { body: made } = await send('POST', '/brands', { name: 'Aarong', seo: { title: 'Crafts' } });
  t.deepEqual((await send('GET', `/brands/${made.id}`)).body, made);
  const { body: changed } = await send('PATCH', `/brands/${made.id}`, { status: 'inactive' });
  t.deepEqual((await send('GET', `/brands/${made.id}`)).body, changed, 'one that is not active is read too');
});

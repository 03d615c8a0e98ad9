import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeProduct } from '../../helpers/operations/makers.ts';
import { closeApiShop, house, openApiShop, send } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('get_product', house, { sound: async (maker) => ({ id: (await makeProduct(maker)).id }) });

test('a product reads as it was answered when it was made, archived ones too', async (t) => {
  const { body: made } = await send('POST', '/products', {
    name: 'Jamdani',
    description: '<p>Hand-woven</p>',
    variants: [{ sku: 'BLUE', name: 'Blue', price: 110.5, discount_price: 99 }],
  });
  t.deepEqual((await send('GET', `/products/${made.id}`)).body, made);
  t.is((await send('GET', `/products/${made.id.toUpperCase()}`)).status, 200, 'ids have no letter case');
  await send('POST', `/products/${made.id}/archive`);
  t.is((await send('GET', `/products/${made.id}`)).body.status, 'archived');
});

import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { closeApiShop, house, openApiShop, send, shop } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('get_store', house, { sound: () => ({}) });

test('the profile of a store: its own for a store key, the named one for a company key', async (t) => {
  const { key } = shop.companyKey;
  t.is((await send('GET', '/store')).body.id, shop.stores[0].id);
  t.deepEqual((await send('GET', '/store', undefined, { key })).body.error.fields, {
    store_id: ['is required with a company key'],
  });
  const [, second] = shop.stores;
  t.is((await send('GET', `/store?store_id=${second.id}`, undefined, { key })).body.id, second.id);
  t.is((await send('GET', `/store?store_id=${second.id}`)).status, 404);
});

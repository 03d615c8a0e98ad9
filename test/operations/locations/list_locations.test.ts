import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { closeApiShop, house, openApiShop, send, shop } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('list_locations', house, {
  sound: () => ({}),
  of: 'company',
  wrong: [
    [{ limit: 0 }, 'limit'],
    [{ sort: 'name' }, 'sort'],
    [{ starting_after: 7 }, 'starting_after'],
  ],
});

test('locations are the company’s: both kinds of key see the same rows', async (t) => {
  const { key } = shop.companyKey;
  const all = await send('GET', '/locations', undefined, { key });
  t.is(all.body.data.length, 2);
  t.deepEqual((await send('GET', '/locations')).body, all.body);
  t.deepEqual((await send('GET', `/locations?store_id=${shop.stores[1].id}`, undefined, { key })).body, all.body);
});

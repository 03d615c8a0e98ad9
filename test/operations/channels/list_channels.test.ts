import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { closeApiShop, house, openApiShop, send, shop } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('list_channels', house, {
  sound: () => ({}),
  wrong: [
    [{ limit: 0 }, 'limit'],
    [{ sort: 'name' }, 'sort'],
    [{ starting_after: 7 }, 'starting_after'],
  ],
});

test('channels of the stores a key sees', async (t) => {
  const { key } = shop.companyKey;
  const all = await send('GET', '/channels', undefined, { key });
  t.is(all.body.data.length, 4);
  const own = await send('GET', '/channels');
  t.deepEqual(new Set(own.body.data.map((row: { store_id: string }) => row.store_id)), new Set([shop.stores[0].id]));
  const named = await send('GET', `/channels?store_id=${shop.stores[1].id}`, undefined, { key });
  t.deepEqual(
    named.body.data.map((row: { slug: string; type: string }) => [row.slug, row.type]),
    [
      ['storefront', 'storefront'],
      ['manual', 'manual'],
    ],
  );
});

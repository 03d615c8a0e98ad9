import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { createKey } from '../../helpers/shop.ts';
import { closeApiShop, db, house, openApiShop, send, shop } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('get_me', house, { sound: () => ({}) });

test('a key describes itself, its company, its stores and its limits', async (t) => {
  const { key } = shop.companyKey;
  const mine = await send('GET', '/me', undefined, { key });
  t.is(mine.status, 200);
  t.is(mine.body.key.type, 'company');
  t.is(mine.body.key.last4, key.slice(-4));
  t.is(mine.body.stores.length, 2);
  t.notRegex(mine.text, new RegExp(key));
  t.is((await send('GET', '/me')).body.stores.length, 1);
});

test('a key without any scope describes itself too', async (t) => {
  const { key } = await createKey(db.admin, shop.companyId, { storeId: shop.stores[0].id, scopes: [] });
  const { status, body } = await send('GET', '/me', undefined, { key });
  t.is(status, 200);
  t.deepEqual(body.key.scopes, []);
});

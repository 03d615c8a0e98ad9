import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeEndpoint } from '../../helpers/operations/makers.ts';
import { createKey } from '../../helpers/shop.ts';
import { closeApiShop, db, house, openApiShop, own, send, shop } from '../../helpers/shops/api-shop.ts';
import { createEndpoint } from '../../helpers/webhooks.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('list_webhook_endpoints', house, {
  async sound(maker) {
    await makeEndpoint(maker);
    return {};
  },
  of: 'key',
  wrong: [[{ status: 'gone' }, 'status']],
});

test('endpoints of staff and of other keys are not in it, those of its own rotations are', async (t) => {
  await createEndpoint(db, shop, 'https://8.8.4.4/of-staff');
  const { id } = await makeEndpoint(own());
  const options = { storeId: shop.stores[0].id };
  const sibling = await createKey(db.admin, shop.companyId, options);
  const heir = await createKey(db.admin, shop.companyId, {
    ...options,
    row: { replaces_key_id: shop.storeKey.id, lineage_id: shop.storeKey.id },
  });
  const ids = async (key: string, query = '') =>
    (await send('GET', `/webhook-endpoints${query}`, undefined, { key })).body.data.map(
      (one: { id: string }) => one.id,
    );
  t.deepEqual(await ids(shop.storeKey.key), [id]);
  t.deepEqual(await ids(heir.key), [id]);
  t.deepEqual(await ids(shop.storeKey.key, '?status=disabled'), []);
  t.deepEqual(await ids(sibling.key), []);
  t.deepEqual(await ids(shop.companyKey.key), []);
});

import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { createKey } from '../../helpers/shop.ts';
import { closeApiShop, db, house, openApiShop, own, send, shop } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('list_exports', house, {
  async sound({ make, shop }) {
    await make('create_export', { operation: 'list_orders' });
    // Also one of the key of the company, so that it has something to see.
    await send(
      'POST',
      '/exports',
      { operation: 'list_orders', store_id: shop.stores[0].id },
      { key: shop.companyKey.key },
    );
    return {};
  },
  of: 'key',
  wrong: [[{ status: 'lost' }, 'status']],
});

test('a key sees its own exports and those of keys that it replaced, newest first', async (t) => {
  const first = await own().make('create_export', { operation: 'list_orders' });
  const second = await own().make('create_export', { operation: 'list_products', format: 'csv', bom: true });
  const ids = async (query: string, key = shop.storeKey.key) =>
    (await send('GET', `/exports${query}`, undefined, { key })).body.data.map(({ id }: { id: string }) => id);
  t.deepEqual(await ids(''), [second.id, first.id]);
  t.deepEqual(await ids('?sort=created_at&limit=1'), [first.id]);
  t.deepEqual(await ids('?status=finished'), []);
  const options = { storeId: shop.stores[0].id };
  t.deepEqual(await ids('', (await createKey(db.admin, shop.companyId, options)).key), []);
  const heir = await createKey(db.admin, shop.companyId, { ...options, row: { replaces_key_id: shop.storeKey.id } });
  t.deepEqual(await ids('', heir.key), [second.id, first.id]);
});

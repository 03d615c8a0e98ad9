import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { closeApiShop, house, openApiShop, send } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('list_brands', house, {
  async sound({ make }) {
    await make('create_brand', { name: 'Aarong' });
    return {};
  },
  wrong: [
    [{ limit: 0 }, 'limit'],
    [{ limit: 101 }, 'limit'],
    [{ status: 'sold' }, 'status'],
    [{ sort: 'name' }, 'sort'],
  ],
});

test('brands are found by status, newest first', async (t) => {
  const active = (await send('POST', '/brands', { name: 'One' })).body;
  const inactive = (await send('POST', '/brands', { name: 'Two', status: 'inactive' })).body;
  t.deepEqual((await send('GET', '/brands')).body.data, [inactive, active]);
  t.deepEqual((await send('GET', '/brands?status=active')).body.data, [active]);
  t.deepEqual((await send('GET', '/brands?status=inactive&sort=created_at')).body.data, [inactive]);
});

import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { closeApiShop, house, openApiShop, send } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('list_categories', house, {
  async sound({ make }) {
    await make('create_category', { name: 'Sarees' });
    return {};
  },
  wrong: [
    [{ limit: 0 }, 'limit'],
    [{ sort: 'name' }, 'sort'],
    [{ starting_after: 7 }, 'starting_after'],
    [{ status: 'sold' }, 'status'],
  ],
});

test('categories are found by status, newest first, each with its parent', async (t) => {
  const { body: root } = await send('POST', '/categories', { name: 'Clothes' });
  const { body: child } = await send('POST', '/categories', { name: 'Sarees', parent_id: root.id, status: 'inactive' });
  t.deepEqual((await send('GET', '/categories')).body.data, [child, root]);
  t.is(child.parent_id, root.id);
  t.deepEqual((await send('GET', '/categories?status=active')).body.data, [root]);
  t.deepEqual((await send('GET', '/categories?search=saree')).body.data, [child]);
});

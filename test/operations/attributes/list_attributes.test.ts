import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { closeApiShop, house, openApiShop, send } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('list_attributes', house, {
  async sound({ make }) {
    await make('create_attribute', { name: 'Colour', type: 'variant' });
    return {};
  },
  wrong: [
    [{ limit: 0 }, 'limit'],
    [{ sort: 'name' }, 'sort'],
    [{ starting_after: 7 }, 'starting_after'],
    [{ type: 'sold' }, 'type'],
  ],
});

test('attributes are found by type, newest first, with their values', async (t) => {
  const { body: colour } = await send('POST', '/attributes', {
    name: 'Colour',
    type: 'variant',
    values: [{ value: 'Red' }],
  });
  const { body: fabric } = await send('POST', '/attributes', { name: 'Fabric', type: 'specification' });
  t.deepEqual((await send('GET', '/attributes')).body.data, [fabric, colour]);
  t.deepEqual((await send('GET', '/attributes?type=variant')).body.data, [colour]);
  t.deepEqual((await send('GET', '/attributes?search=fab')).body.data, [fabric]);
});

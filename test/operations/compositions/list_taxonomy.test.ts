import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { closeApiShop, house, openApiShop, own } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('list_taxonomy', house, {
  async sound({ make }) {
    await make('create_brand', { name: 'Aarong' });
    return { kind: 'brands' };
  },
  wrong: [
    [{ kind: undefined }, 'kind'],
    [{ kind: 'products' }, 'kind'],
    [{ limit: 101 }, 'limit'],
    [{ status: 'sold' }, 'status'],
    [{ kind: 'attributes', status: 'active' }, 'status'],
    [{ kind: 'brands', type: 'variant' }, 'type'],
  ],
});

test('each kind is the page of its list, with its filters', async (t) => {
  const { make } = own();
  await make('create_category', { name: 'Sarees' });
  await make('create_category', { name: 'Shawls', status: 'inactive' });
  await make('create_brand', { name: 'Tangail Weavers' });
  await make('create_attribute', { name: 'Size', type: 'variant', values: [{ value: 'M' }] });
  await make('create_attribute', { name: 'Fabric', type: 'specification' });
  for (const [kind, filters] of [
    ['categories', { limit: 1 }],
    ['categories', { status: 'active' }],
    ['brands', { search: 'tangail' }],
    ['attributes', { type: 'variant' }],
    ['attributes', { sort: 'created_at' }],
  ] as const) {
    const page = await make('list_taxonomy', { kind, ...filters });
    t.deepEqual(page, await make(`list_${kind}`, filters), kind);
    t.true(page.data.length > 0, kind);
  }
});

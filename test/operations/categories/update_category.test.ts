import { randomUUID } from 'node:crypto';
import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { closeApiShop, house, openApiShop, send, shop } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('update_category', house, {
  sound: async ({ make }) => ({ id: (await make('create_category', { name: 'Sarees' })).id, name: 'Saris' }),
  wrong: [
    [{ name: ' ' }, 'name'],
    [{ slug: 'Not a slug' }, 'slug'],
    [{ position: 1.5 }, 'position'],
    [{ parent_id: 'clothes' }, 'parent_id'],
    [{ status: 'sold' }, 'status'],
  ],
});

test('categories make a tree in one store, without cycles', async (t) => {
  const make = async (name: string, parent?: string) =>
    (await send('POST', '/categories', { name, parent_id: parent })).body.id as string;
  const move = (id: string, parent: string | null) => send('PATCH', `/categories/${id}`, { parent_id: parent });
  const root = await make('Clothes');
  const child = await make('Shirts', root);
  const grandchild = await make('Linen shirts', child);
  for (const [id, parent] of [
    [root, root],
    [root, child],
    [root, grandchild],
    [child, grandchild],
  ] as const) {
    const answer = await move(id, parent);
    t.is(answer.status, 422);
    t.deepEqual(answer.body.error.fields, {
      parent_id: ['must not be the category itself or one of its subcategories'],
    });
  }
  t.is((await move(grandchild, root)).body.parent_id, root);
  t.is((await move(root, grandchild)).status, 422);
  t.is((await move(child, grandchild)).status, 200, 'what was above may now stand below');
  t.is((await move(child, null)).body.parent_id, null);
  const foreign = await send(
    'POST',
    '/categories',
    { name: 'x', store_id: shop.stores[1].id },
    { key: shop.companyKey.key },
  );
  for (const parent of [foreign.body.id, randomUUID()]) {
    const answer = await move(child, parent);
    t.is(answer.status, 409);
    t.deepEqual(answer.body.error.fields, { parent_id: ['is not a category of this store'] });
  }
});

test('two moves at one moment cannot close a cycle between them', async (t) => {
  for (let round = 0; round < 5; round++) {
    const [a, b] = await Promise.all(
      ['A', 'B'].map(async (name) => (await send('POST', '/categories', { name })).body.id as string),
    );
    const answers = await Promise.all([
      send('PATCH', `/categories/${a}`, { parent_id: b }),
      send('PATCH', `/categories/${b}`, { parent_id: a }),
    ]);
    t.deepEqual(answers.map(({ status }) => status).sort(), [200, 422]);
  }
});

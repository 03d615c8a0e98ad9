// Categories, brands and attributes through REST, over the real database.
import { randomUUID } from 'node:crypto';
import test from 'ava';
import { startApi, type TestApi } from '../helpers/api.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { answersAs } from '../helpers/documents.ts';
import { createKey, createShop, type TestShop } from '../helpers/shop.ts';

let db: TestDatabase;
let api: TestApi;
let shop: TestShop;

test.before(async () => {
  db = await freshDatabase();
  shop = await createShop(db.admin);
  api = await startApi({ pool: db.as('haat_gateway') });
});
test.after.always(async () => {
  await api?.stop();
  await db?.drop();
});

const send = (method: string, path: string, body?: unknown, key = shop.storeKey.key) =>
  api.request(method, path, { key, body });
const idsOf = (answer: { body: { data: { id: string }[] } }) => answer.body.data.map(({ id }) => id);

for (const [resource, more] of [
  ['categories', {}],
  ['brands', {}],
  ['attributes', { type: 'variant' }],
] as const) {
  const one = { categories: 'category', brands: 'brand', attributes: 'attribute' }[resource];

  test(`${resource}: a key sees and changes its own only`, async (t) => {
    const { body } = await send('POST', `/${resource}`, { name: 'Own', ...more });
    const rival = await createShop(db.admin);
    const otherStore = await createKey(db.admin, shop.companyId, { storeId: shop.stores[1].id });
    for (const key of [rival.storeKey.key, rival.companyKey.key, otherStore.key]) {
      t.is((await send('GET', `/${resource}/${body.id}`, undefined, key)).status, 404);
      t.false(idsOf(await send('GET', `/${resource}`, undefined, key)).includes(body.id));
      const foreign = { name: 'x', ...(key === rival.companyKey.key && { store_id: rival.stores[0].id }) };
      t.is((await send('PATCH', `/${resource}/${body.id}`, foreign, key)).status, 404);
    }
    const [inOther] = [{ name: 'x', store_id: shop.stores[1].id, ...more }];
    t.is((await send('POST', `/${resource}`, inOther)).status, 404, 'a store key names another store');
    const writer = await createKey(db.admin, shop.companyId, {
      storeId: shop.stores[0].id,
      scopes: ['products:write'],
    });
    t.is((await send('POST', `/${resource}`, { name: 'x', ...more }, writer.key)).status, 403, 'needs catalog:write');
    t.is((await send('GET', `/${resource}/${body.id}`, undefined, writer.key)).status, 200, 'products:write reads');
    t.is((await send('GET', `/${resource}/${body.id}`, undefined, shop.companyKey.key)).status, 200);
  });

  test(`${resource}: the slug is derived, suffixed when taken, and refused when malformed`, async (t) => {
    const name = `Ça va ${randomUUID().slice(0, 6)}!`;
    const slug = name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '');
    const named = (suffix: string) => ({ name: resource === 'attributes' ? `${name}${suffix}` : name, ...more });
    for (const [suffix, expected] of [
      ['', slug],
      ['!', `${slug}-1`],
      ['?', `${slug}-2`],
    ] as const) {
      const { status, body } = await send('POST', `/${resource}`, named(suffix));
      t.is(status, 201);
      t.is(body.slug, expected);
      answersAs(t, `create_${one}`, body);
    }
    const taken = await send('POST', `/${resource}`, { name: 'Other', slug, ...more });
    t.like(taken, { status: 409 });
    t.deepEqual(taken.body.error.fields, { slug: [`${slug} is already taken`] });
    for (const bad of ['Upper', 'a--b', '-a', 'a-', 'a b', '', 'é']) {
      t.is((await send('POST', `/${resource}`, { name: 'x', slug: bad, ...more })).status, 422, bad);
    }
  });

  test(`${resource}: lists are searched by name or slug in any case, and paged`, async (t) => {
    const word = randomUUID().slice(0, 8);
    const ids: string[] = [];
    for (const n of [1, 2, 3]) {
      ids.unshift((await send('POST', `/${resource}`, { name: `List ${word} ${n}`, ...more })).body.id);
    }
    const page = await send('GET', `/${resource}?search=${word.toUpperCase()}&limit=2`);
    answersAs(t, `list_${resource}`, page.body);
    t.deepEqual(idsOf(page), ids.slice(0, 2));
    const next = await send('GET', `/${resource}?search=${word}&limit=2&starting_after=${page.body.meta.next_cursor}`);
    t.deepEqual(idsOf(next), ids.slice(2));
    t.deepEqual(idsOf(await send('GET', `/${resource}?search=list-${word}-2`)), [ids[1]!], 'by slug');
    t.deepEqual(idsOf(await send('GET', `/${resource}?search=%25`)), []);
  });
}

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
  const foreign = await send('POST', '/categories', { name: 'x', store_id: shop.stores[1].id }, shop.companyKey.key);
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

test('seo is cut to its lengths, kept where it is not named and cleared by null', async (t) => {
  for (const resource of ['brands', 'categories']) {
    const { body } = await send('POST', `/${resource}`, {
      name: 'Seo',
      seo: { title: 'ট'.repeat(300), description: 'd'.repeat(600) },
    });
    t.deepEqual(body.seo, { title: 'ট'.repeat(200), description: 'd'.repeat(500) });
    const patch = async (seo: unknown) => (await send('PATCH', `/${resource}/${body.id}`, { seo })).body.seo;
    t.deepEqual(await patch({ title: 'new' }), { title: 'new', description: 'd'.repeat(500) });
    t.deepEqual(await patch({ description: null }), { title: 'new', description: null });
    t.deepEqual((await send('PATCH', `/${resource}/${body.id}`, { name: 'Renamed' })).body.seo.title, 'new');
    t.deepEqual(await patch(null), { title: null, description: null });
  }
});

test('categories and brands change, with an event each', async (t) => {
  for (const [resource, one] of [
    ['categories', 'category'],
    ['brands', 'brand'],
  ] as const) {
    const { body } = await send('POST', `/${resource}`, { name: 'Before', description: 'x' });
    t.is(body.status, 'active');
    const changed = await send('PATCH', `/${resource}/${body.id}`, {
      name: 'After',
      description: null,
      status: 'inactive',
    });
    answersAs(t, `update_${one}`, changed.body);
    t.like(changed.body, { name: 'After', slug: body.slug, description: null, status: 'inactive' });
    const events = await db.admin.query('select type, object from app.events where object_id = $1 order by sequence', [
      body.id,
    ]);
    t.deepEqual(
      events.rows.map((row) => row.type),
      [`${one}.created`, `${one}.updated`],
    );
    t.deepEqual(events.rows[1].object, changed.body);
    t.deepEqual(idsOf(await send('GET', `/${resource}?status=inactive&search=after`)), [body.id]);
    t.deepEqual(idsOf(await send('GET', `/${resource}?status=active&search=after`)), []);
  }
});

test('values take their place in the list, later ones 0, and swatches stand upper-case', async (t) => {
  const { body } = await send('POST', '/attributes', {
    name: 'Paint',
    type: 'variant',
    input_type: 'color',
    values: [{ value: 'Red', swatch_hex: '#ff00aa' }, { value: 'Blue' }, { value: 'Gold', position: 9 }],
  });
  const shown = (attribute: { values: Record<string, unknown>[] }) =>
    attribute.values.map(({ value, position, swatch_hex }) => [value, position, swatch_hex]);
  t.deepEqual(shown(body), [
    ['Red', 0, '#FF00AA'],
    ['Blue', 1, null],
    ['Gold', 9, null],
  ]);
  const added = await send('POST', `/attributes/${body.id}/values`, {
    values: [{ value: 'White', swatch_hex: '#ffffff' }],
  });
  t.is(added.status, 201);
  answersAs(t, 'add_attribute_values', added.body);
  t.deepEqual(shown(added.body), [
    ['Red', 0, '#FF00AA'],
    ['White', 0, '#FFFFFF'],
    ['Blue', 1, null],
    ['Gold', 9, null],
  ]);
  t.true(added.body.updated_at > body.updated_at);
  const white = added.body.values[1].id;
  const changed = await send('PATCH', `/attributes/${body.id}/values/${white}`, {
    value: 'Snow',
    position: 5,
    swatch_hex: null,
  });
  answersAs(t, 'update_attribute_value', changed.body);
  t.deepEqual(shown(changed.body)[2], ['Snow', 5, null]);
  t.is((await send('PATCH', `/attributes/${body.id}/values/${randomUUID()}`, { value: 'x' })).status, 404);
});

test('a value repeated in any case is a conflict that names it', async (t) => {
  const values = [{ value: 'M' }, { value: 'm' }];
  const twice = await send('POST', '/attributes', { name: 'Twice', type: 'variant', values });
  t.is(twice.status, 409);
  t.deepEqual(Object.keys(twice.body.error.fields), ['values.1.value']);
  const { body } = await send('POST', '/attributes', {
    name: 'Once',
    type: 'variant',
    values: [{ value: 'M' }, { value: 'L' }],
  });
  const again = await send('POST', `/attributes/${body.id}/values`, { values: [{ value: 'XL' }, { value: ' m ' }] });
  t.is(again.status, 409);
  t.deepEqual(Object.keys(again.body.error.fields), ['values.1.value']);
  const renamed = await send('PATCH', `/attributes/${body.id}/values/${body.values[0].id}`, { value: 'l' });
  t.is(renamed.status, 409);
  t.is(
    (await send('PATCH', `/attributes/${body.id}/values/${body.values[0].id}`, { value: 'm' })).status,
    200,
    'its own',
  );
  t.is((await send('POST', '/attributes', { name: 'ONCE', type: 'variant' })).status, 409, 'the name too');
  t.deepEqual((await send('GET', `/attributes/${body.id}`)).body.values.length, 2);
});

test('swatches are for colour and image attributes', async (t) => {
  const values = [{ value: 'x', swatch_hex: '#000000' }];
  const text = await send('POST', '/attributes', { name: 'Plain', type: 'variant', values });
  t.is(text.status, 422);
  t.deepEqual(Object.keys(text.body.error.fields), ['values.0.swatch_hex']);
  t.is(
    (await send('POST', '/attributes', { name: 'Plain', type: 'variant' })).status,
    201,
    'nothing was written before',
  );
  for (const bad of ['red', '#fff', '#12345g', '#1234567', '000000']) {
    const body = { name: 'Bad', type: 'variant', input_type: 'color', values: [{ value: 'x', swatch_hex: bad }] };
    t.is((await send('POST', '/attributes', body)).status, 422, bad);
  }
  const { body } = await send('POST', '/attributes', { name: 'Inked', type: 'variant', input_type: 'image', values });
  const change = (fields: object) => send('PATCH', `/attributes/${body.id}`, fields);
  t.deepEqual((await change({ input_type: 'text' })).body.error.fields, {
    input_type: ['cannot be text while values have swatches'],
  });
  t.is((await change({ input_type: 'color', is_filterable: true, is_required: true })).body.input_type, 'color');
  await send('PATCH', `/attributes/${body.id}/values/${body.values[0].id}`, { swatch_hex: null });
  t.is((await change({ input_type: 'text' })).status, 200);
});

test('the type of an attribute changes only while no product uses it', async (t) => {
  const { body } = await send('POST', '/attributes', { name: 'Typed', type: 'variant', values: [{ value: 'A' }] });
  const turn = (type: string) => send('PATCH', `/attributes/${body.id}`, { type });
  t.is((await turn('specification')).body.type, 'specification');
  const product = {
    name: 'P',
    variants: [{ sku: randomUUID(), name: 'x', price: 1, options: [{ attribute: 'Typed', value: 'A' }] }],
  };
  t.is((await send('POST', '/products', product)).status, 409, 'variants take no specification');
  await turn('variant');
  t.is((await send('POST', '/products', product)).status, 201);
  const used = await turn('specification');
  t.is(used.status, 409);
  t.deepEqual(used.body.error.fields, { type: ['cannot change while products use the attribute'] });
  t.is((await turn('variant')).status, 200, 'saying the same again is no change');
  t.is((await send('GET', '/attributes?type=specification&search=typed')).body.data.length, 0);
});

// Changes of products and variants through REST, over the real database.
import { randomUUID } from 'node:crypto';
import test from 'ava';
import { startApi, type TestApi } from '../../helpers/api.ts';
import type { TestDatabase } from '../../helpers/database.ts';
import { answersAs } from '../../helpers/documents.ts';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeProduct } from '../../helpers/operations/makers.ts';
import { finishRenames } from '../../helpers/renames.ts';
import { borrowDatabase } from '../../helpers/shared-database.ts';
import { createShop, type TestShop } from '../../helpers/shop.ts';

let db: TestDatabase;
let api: TestApi;
let shop: TestShop;

test.before(async () => {
  db = await borrowDatabase();
  shop = await createShop(db.admin);
  api = await startApi({ pool: db.as('haat_gateway') });
  await send('POST', '/attributes', {
    name: 'Colour',
    type: 'variant',
    values: [{ value: 'Red' }, { value: 'Blue' }, { value: 'Green' }],
  });
  await send('POST', '/attributes', { name: 'Fit', type: 'variant', values: [{ value: 'Slim' }, { value: 'Wide' }] });
});
test.after.always(async () => {
  await api?.stop();
  await db?.drop();
});

const send = (method: string, path: string, body?: unknown, key = shop.storeKey.key) =>
  api.request(method, path, { key, body });

const sku = () => `S-${randomUUID().slice(0, 8)}`;

async function createShirt(more: object = {}) {
  const { body } = await send('POST', '/products', {
    name: 'Shirt',
    variants: [
      { sku: sku(), name: 'Red', price: 100, cost_price: 40, options: [{ attribute: 'Colour', value: 'Red' }] },
      { sku: sku(), name: 'Blue', price: 110, options: [{ attribute: 'Colour', value: 'Blue' }] },
    ],
    ...more,
  });
  return body;
}

const costOf = async (variantId: string) =>
  (await db.admin.query('select average_cost::text from app.variant_costs where variant_id = $1', [variantId])).rows[0]
    .average_cost;

const eventsOf = async (productId: string) =>
  (await db.admin.query('select type from app.events where object_id = $1 order by sequence', [productId])).rows.map(
    (row) => row.type,
  );

testCommonRules('update_product', () => ({ db, api }), {
  sound: async (maker) => ({ id: (await makeProduct(maker)).id, name: 'Better shirt' }),
  wrong: [
    [{ name: ' ' }, 'name'],
    [{ status: 'sold' }, 'status'],
    [{ delivery_charge: -1 }, 'delivery_charge'],
    [{ categories: [{ id: 'shirts' }] }, 'categories.0.id'],
    [{ variants: [{ name: 'No SKU', price: 1 }] }, 'variants.0.sku'],
  ],
});

test('a PATCH changes what is sent, clears what is null and keeps the rest', async (t) => {
  const { body: brand } = await send('POST', '/brands', { name: 'Arong' });
  const { body: category } = await send('POST', '/categories', { name: 'Shirts' });
  const product = await createShirt({
    brand_id: brand.id,
    short_description: 'short',
    delivery_charge: 60,
    categories: [{ id: category.id, is_primary: true }],
  });
  const renamed = await send('PATCH', `/products/${product.id}`, { name: 'Better shirt' });
  t.is(renamed.status, 200);
  answersAs(t, 'update_product', renamed.body);
  t.deepEqual(
    { ...renamed.body, updated_at: null },
    { ...product, name: 'Better shirt', updated_at: null },
    'the slug stays',
  );
  t.true(renamed.body.updated_at > product.updated_at);
  const cleared = await send('PATCH', `/products/${product.id}`, {
    brand_id: null,
    short_description: null,
    delivery_charge: null,
    categories: [],
    status: 'active',
  });
  t.like(cleared.body, {
    brand: null,
    short_description: null,
    delivery_charge: null,
    categories: [],
    status: 'active',
  });
  t.is(cleared.body.variants.length, 2);
  t.deepEqual(await eventsOf(product.id), ['product.created', 'product.updated', 'product.updated']);
});

test('variants are matched by id, new ones are added and those left out stay', async (t) => {
  const product = await createShirt();
  const [red, blue] = product.variants;
  const added = sku();
  const { status, body } = await send('PATCH', `/products/${product.id}`, {
    variants: [
      { id: red.id, price: 150, discount_price: 120, options: [{ attribute: 'colour', value: 'red' }] },
      { sku: added, name: 'Green', price: 90, options: [{ attribute: 'Colour', value: 'Green' }] },
    ],
  });
  t.is(status, 200);
  t.deepEqual(
    body.variants.map((v: { sku: string; price: string; discount_price: string }) => [
      v.sku,
      v.price,
      v.discount_price,
    ]),
    [
      [red.sku, '150.00', '120.00'],
      [blue.sku, '110.00', null],
      [added, '90.00', null],
    ],
  );
});

test('an existing variant keeps its cost when none is sent, a new one starts at 0', async (t) => {
  const product = await createShirt();
  const [red] = product.variants;
  t.is(await costOf(red.id), '40.0000');
  const { body } = await send('PATCH', `/products/${product.id}`, {
    variants: [
      { id: red.id, price: 130 },
      { sku: sku(), name: 'Green', price: 9, options: [{ attribute: 'Colour', value: 'Green' }] },
    ],
  });
  t.is(await costOf(red.id), '40.0000');
  t.is(await costOf(body.variants[2].id), '0.0000');
  await send('PATCH', `/variants/${red.sku}`, { cost_price: 55.5 });
  t.is(await costOf(red.id), '55.5000');
  const { rows } = await db.admin.query(
    `select before, after from app.changes where record_type = 'variant_cost' and record_id = $1 and action = 'update'`,
    [red.id],
  );
  t.deepEqual(rows, [{ before: { average_cost: 40 }, after: { average_cost: 55.5 } }]);
});

test('what a variant cannot become is refused by name, and nothing is written', async (t) => {
  const product = await createShirt();
  const other = await createShirt();
  const [red, blue] = product.variants;
  const cases: [object, number, string][] = [
    [{ id: other.variants[0].id, price: 1 }, 409, 'variants.0.id'],
    [{ id: red.id, discount_price: 100 }, 422, 'variants.0.discount_price'],
    [{ id: red.id, price: 50, discount_price: 50 }, 422, 'variants.0.discount_price'],
    [{ id: red.id, options: [{ attribute: 'Colour', value: 'Green' }] }, 422, 'variants.0.options'],
    [{ id: red.id, sku: blue.sku }, 409, 'variants.0.sku'],
    [{ id: red.id, image_index: 0 }, 422, 'variants'],
    [{ id: red.id, image_id: randomUUID() }, 409, 'variants.0.image_id'],
    [{ name: 'No SKU', price: 1 }, 422, 'variants.0.sku'],
    [
      { sku: sku(), name: 'Red again', price: 1, options: [{ attribute: 'Colour', value: 'Red' }] },
      409,
      'variants.0.options',
    ],
    [
      { sku: sku(), name: 'x', price: 1, options: [{ attribute: 'Colour', value: 'Pink' }] },
      409,
      'variants.0.options.0.value',
    ],
    [
      { sku: sku(), name: 'x', price: 1, options: [{ attribute: 'Weight', value: 'Red' }] },
      409,
      'variants.0.options.0.attribute',
    ],
  ];
  for (const [variant, status, field] of cases) {
    const answer = await send('PATCH', `/products/${product.id}`, { name: 'Changed', variants: [variant] });
    t.is(answer.status, status, JSON.stringify([variant, answer.body]));
    t.deepEqual(Object.keys(answer.body.error.fields), [field]);
  }
  const twice = await send('PATCH', `/products/${product.id}`, { variants: [{ id: red.id }, { id: red.id }] });
  t.deepEqual(twice.body.error.fields, { variants: ['must name each variant once'] });
  t.deepEqual((await send('GET', `/products/${product.id}`)).body, product);
});

test('two variants swap their SKUs in one request, and three go round', async (t) => {
  const product = await createShirt();
  const [red, blue] = product.variants;
  const swapped = await send('PATCH', `/products/${product.id}`, {
    variants: [
      { id: red.id, sku: blue.sku },
      { id: blue.id, sku: red.sku },
    ],
  });
  t.is(swapped.status, 200, swapped.text);
  t.deepEqual(
    swapped.body.variants.map((variant: { sku: string }) => variant.sku),
    [blue.sku, red.sku],
  );
  // A new variant takes the SKU that an old one gives up in the same request.
  const moved = await send('PATCH', `/products/${product.id}`, {
    variants: [
      { sku: blue.sku, name: 'Green', price: 5, options: [{ attribute: 'Colour', value: 'Green' }] },
      { id: red.id, sku: sku() },
    ],
  });
  t.is(moved.status, 200, moved.text);
  t.is(moved.body.variants.at(-1).sku, blue.sku);
});

test('of two lines with one SKU the later is named, and nothing is written', async (t) => {
  const product = await createShirt();
  const [red, blue] = product.variants;
  const answer = await send('PATCH', `/products/${product.id}`, {
    variants: [
      { id: red.id, sku: 'ONE-OF-TWO' },
      { id: blue.id, sku: 'ONE-OF-TWO' },
      { sku: blue.sku, name: 'Green', price: 5, options: [{ attribute: 'Colour', value: 'Green' }] },
    ],
  });
  t.is(answer.status, 409);
  t.deepEqual(answer.body.error.fields, { 'variants.1.sku': ['ONE-OF-TWO is already taken'] });
  t.deepEqual((await send('GET', `/products/${product.id}`)).body, product);
});

test('a change of a brand, category, attribute or value shown in a product moves the product, once its job is done', async (t) => {
  const { body: brand } = await send('POST', '/brands', { name: 'Moves' });
  const { body: category } = await send('POST', '/categories', { name: 'Moves' });
  const { body: attribute } = await send('POST', '/attributes', {
    name: 'Cut',
    type: 'variant',
    values: [{ value: 'A' }],
  });
  const { body: product } = await send('POST', '/products', {
    name: 'Moved',
    brand_id: brand.id,
    categories: [{ id: category.id }],
    variants: [{ sku: sku(), name: 'x', price: 1, options: [{ attribute: 'Cut', value: 'A' }] }],
  });
  let last = product;
  for (const [path, change, moves] of [
    [`/brands/${brand.id}`, { name: 'Moved brand' }, true],
    [`/brands/${brand.id}`, { description: 'not shown in a product' }, false],
    [`/categories/${category.id}`, { slug: 'moved-category' }, true],
    [`/attributes/${attribute.id}`, { name: 'Tailoring' }, true],
    [`/attributes/${attribute.id}`, { is_filterable: true }, false],
    [`/attributes/${attribute.id}/values/${attribute.values[0].id}`, { value: 'Straight' }, true],
  ] as const) {
    t.is((await send('PATCH', path, change)).status, 200);
    await finishRenames(db);
    const { body } = await send('GET', `/products/${product.id}`);
    t.is(body.updated_at > last.updated_at, moves, JSON.stringify(change));
    last = body;
  }
  t.is(last.brand.name, 'Moved brand');
  t.is(last.categories[0].slug, 'moved-category');
  t.like(last.variants[0].options[0], { attribute: 'Tailoring', value: 'Straight' });
  const { body: list } = await send('GET', `/products?updated_after=${encodeURIComponent(last.updated_at)}`);
  t.true(list.data.some(({ id }: { id: string }) => id === product.id));
});

test('descriptions are cleaned, plain ones are kept to the letter', async (t) => {
  const plain = 'Tom & Jerry\'s "best": 5 < 6';
  const product = await createShirt({ description: plain });
  t.is(product.description, plain);
  const own = 'http://127.0.0.1:4000/media/images/a.webp';
  const { body } = await send('PATCH', `/products/${product.id}`, {
    description: `<p onclick="x()">a<script>alert(1)</script><img src="https://evil.example/x.png"><img src="${own}"></p>`,
  });
  t.is(body.description, `<p>a<img src="${own}" /></p>`);
});

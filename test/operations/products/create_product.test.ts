// Products and variants through REST, over the real database.
import { randomUUID } from 'node:crypto';
import test from 'ava';
import { startApi, type TestApi } from '../../helpers/api.ts';
import type { TestDatabase } from '../../helpers/database.ts';
import { answersAs } from '../../helpers/documents.ts';
import { runs } from '../../helpers/long.ts';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import fc from '../../helpers/properties.ts';
import { borrowDatabase } from '../../helpers/shared-database.ts';
import { createShop, insert, type TestShop } from '../../helpers/shop.ts';

let db: TestDatabase;
let api: TestApi;
let shop: TestShop;

test.before(async () => {
  db = await borrowDatabase();
  shop = await createShop(db.admin);
  api = await startApi({ pool: db.as('haat_gateway') });
});
test.after.always(async () => {
  await api?.stop();
  await db?.drop();
});

const get = (path: string) => api.request('GET', path, { key: shop.storeKey.key });
const create = (body: object, options = {}) =>
  api.request('POST', '/products', { key: shop.storeKey.key, body, ...options });
const send = (method: string, path: string, body: object) =>
  api.request(method, path, { key: shop.storeKey.key, body });
const sku = () => `S-${randomUUID().slice(0, 8)}`;
const tea = (sku: string, more = {}) => ({
  name: `Tea ${sku}`,
  variants: [{ sku, name: 'Loose', price: 120 }],
  ...more,
});

testCommonRules('create_product', () => ({ db, api }), {
  sound: () => tea('RULES'),
  wrong: [
    [{ name: ' ' }, 'name'],
    [{ variants: [] }, 'variants'],
    [{ variants: [{ sku: 'A', name: 'x', price: -1 }] }, 'variants.0.price'],
    [{ status: 'sold' }, 'status'],
    [{ slug: 'Not a slug' }, 'slug'],
    [{ images: [{ source_url: 'http://example.com/x.png' }] }, 'images.0.source_url'],
  ],
});

test('a product with everything is created as asked and read back the same', async (t) => {
  const row = { company_id: shop.companyId, store_id: shop.stores[0].id };
  const brand = await insert(db.admin, 'brands', { ...row, name: 'Ispahani', slug: 'ispahani' });
  const category = await insert(db.admin, 'categories', { ...row, name: 'Tea', slug: 'tea' });
  const attribute = await insert(db.admin, 'attributes', { ...row, name: 'Size', slug: 'size', type: 'variant' });
  await insert(db.admin, 'attribute_values', { ...row, attribute_id: attribute, value: '200 g' });
  const created = await create({
    name: 'Green tea',
    brand_id: brand,
    short_description: 'From Sylhet',
    description: 'Picked in the morning.',
    status: 'active',
    delivery_charge: 60,
    categories: [{ id: category, is_primary: true }],
    tags: [' Sylhet ', 'green', 'GREEN'],
    seo: { title: 'x'.repeat(201) },
    variants: [
      {
        sku: 'GT-200',
        barcode: '8941234567890',
        name: '200 g',
        price: 350.5,
        discount_price: 300,
        cost_price: 210.25,
        weight: 0.25,
        dimensions: { length: 10, width: 6, height: 15, unit: 'cm' },
        low_stock_threshold: 5,
        options: [{ attribute: 'size', value: '200 G' }],
      },
    ],
  });
  t.is(created.status, 201, created.text);
  answersAs(t, 'create_product', created.body);
  t.like(created.body, { slug: 'green-tea', status: 'active', delivery_charge: '60.00', brand: { slug: 'ispahani' } });
  t.deepEqual(created.body.tags, ['Sylhet', 'green']);
  t.deepEqual(created.body.seo, { title: 'x'.repeat(200), description: null });
  t.like(created.body.variants[0], {
    price: '350.50',
    discount_price: '300.00',
    weight: '0.250',
    low_stock_threshold: 5,
  });
  t.is(created.body.variants[0].options[0].value, '200 g');
  t.notRegex(created.text, /cost|210\.25/);
  t.deepEqual((await get(`/products/${created.body.id}`)).body, created.body);
  for (const [tag, count] of [
    ['Green', 1],
    ['gree', 0],
  ] as const)
    t.is((await get(`/products?tag=${tag}`)).body.data.length, count, tag);
  const { variants } = created.body;
  for (const identifier of [variants[0].id, 'GT-200', '8941234567890']) {
    const variant = await get(`/variants/${identifier}`);
    answersAs(t, 'get_variant', variant.body);
    t.deepEqual(variant.body, variants[0]);
  }
});

test('a product is a draft unless told otherwise, and its slug is suffixed when taken', async (t) => {
  const first = await create({ ...tea('SLUG-1'), name: 'Same name' });
  const sample = [{ sku: 'SLUG-2', name: 'Sample', price: 5, discount_price: 0 }];
  const second = await create({ name: 'Same name', variants: sample });
  t.is(first.body.status, 'draft');
  t.like(second.body.variants[0], { price: '5.00', discount_price: null });
  t.deepEqual([first.body.slug, second.body.slug], ['same-name', 'same-name-1']);
});

test('a SKU that is taken, in the store or in the request, is a conflict and nothing is written', async (t) => {
  await create(tea('TAKEN'));
  const answer = await create(tea('TAKEN', { name: 'Not written' }));
  t.is(answer.status, 409);
  t.is(answer.body.error.code, 'CONFLICT');
  t.deepEqual(answer.body.error.fields, { 'variants.0.sku': ['TAKEN is already taken'] });
  const variant = { sku: 'TWICE', name: 'x', price: 1 };
  t.is((await create(tea('X', { name: 'Not written', variants: [variant, variant] }))).status, 409);
  t.deepEqual((await get('/products?search=Not%20written')).body.data, []);
});

test('a slug, brand, category or option that cannot be is a conflict that names it', async (t) => {
  await create(tea('SLUGGED', { slug: 'slugged' }));
  const absent = randomUUID();
  const cases: [object, string][] = [
    [tea('C-1', { slug: 'slugged' }), 'slug'],
    [tea('C-2', { brand_id: absent }), 'brand_id'],
    [tea('C-3', { categories: [{ id: absent }] }), 'categories.0.id'],
    [
      { name: 'C-4', variants: [{ sku: 'C-4', name: 'x', price: 1, options: [{ attribute: 'Nothing', value: 'x' }] }] },
      'variants.0.options.0.attribute',
    ],
  ];
  for (const [body, field] of cases) {
    const answer = await create(body);
    t.is(answer.status, 409, `${field}: ${answer.text}`);
    t.deepEqual(Object.keys(answer.body.error.fields), [field]);
    if (field === 'slug') t.deepEqual(answer.body.error.fields, { slug: ['slugged is already taken'] });
  }
});

test('a refusal is replayed too, with the request id of the first answer', async (t) => {
  await create(tea('REFUSED'));
  const options = (id: string) => ({ idempotencyKey: 'refused-1', headers: { 'x-request-id': id } });
  const first = await create(tea('REFUSED'), options('first'));
  const second = await create(tea('REFUSED'), options('second'));
  t.is(second.status, 409);
  t.is(second.text, first.text);
  t.is(second.body.error.request_id, 'first');
});

test('the plan’s number of products is a limit', async (t) => {
  const small = await createShop(db.admin, { max_products: 1 });
  const post = (sku: string) => api.request('POST', '/products', { key: small.storeKey.key, body: tea(sku) });
  t.is((await post('A')).status, 201);
  const answer = await post('B');
  t.is(answer.status, 403);
  t.is(answer.body.error.code, 'FORBIDDEN_SCOPE');
});

test('whatever the name: the derived slug has its form and is free', async (t) => {
  const name = fc.oneof(
    fc.constantFrom('Tea', 'TEA', 'tea!', '---', 'চা', 'a-1', 'Tea 1', 'é', '0', 'x'.repeat(200), `${'y-'.repeat(100)}`),
    fc.string({ minLength: 1, maxLength: 60 }).filter((text) => text.trim() !== '' && !text.includes('\0')),
  );
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(name, async (given) => {
      const { status, body } = await send('POST', '/products', {
        name: given.toWellFormed(),
        variants: [{ sku: sku(), name: 'x', price: 1 }],
      });
      t.is(status, 201, JSON.stringify(body));
      t.regex(body.slug, /^[a-z0-9]+(-[a-z0-9]+)*$/);
      t.false(seen.has(body.slug), body.slug);
      seen.add(body.slug);
    }),
    { numRuns: runs(60) },
  );
});

test('whatever options variants have: two variants of a product never share a combination', async (t) => {
  await send('POST', '/attributes', {
    name: 'Colour',
    type: 'variant',
    values: [{ value: 'Red' }, { value: 'Blue' }, { value: 'Green' }],
  });
  await send('POST', '/attributes', { name: 'Fit', type: 'variant', values: [{ value: 'Slim' }, { value: 'Wide' }] });
  const option = (attribute: string, values: string[]) =>
    fc.option(
      fc.constantFrom(...values).map((value) => ({ attribute, value })),
      { nil: undefined },
    );
  const combination = fc
    .tuple(option('Colour', ['Red', 'Blue', 'Green']), option('Fit', ['Slim', 'Wide']), fc.boolean())
    .map(([colour, fit, turned]) => {
      const options = [colour, fit].filter((one) => one !== undefined);
      return turned ? options.reverse() : options;
    });
  const nameOf = (options: { attribute: string; value: string }[]) =>
    options
      .map(({ attribute, value }) => `${attribute}=${value}`)
      .sort()
      .join();
  await fc.assert(
    fc.asyncProperty(fc.array(combination, { minLength: 1, maxLength: 4 }), combination, async (start, more) => {
      const distinct = new Set(start.map(nameOf)).size === start.length;
      const variants = start.map((options) => ({ sku: sku(), name: 'x', price: 1, options }));
      const created = await send('POST', '/products', { name: 'Any', variants });
      t.is(created.status, distinct ? 201 : 409, created.text);
      if (!distinct) return;
      const added = await send('PATCH', `/products/${created.body.id}`, {
        variants: [{ sku: sku(), name: 'y', price: 1, options: more }],
      });
      t.is(added.status, start.some((options) => nameOf(options) === nameOf(more)) ? 409 : 200, added.text);
    }),
    { numRuns: runs(40) },
  );
});

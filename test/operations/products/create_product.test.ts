// Products and variants through REST, over the real database.
import { randomUUID } from 'node:crypto';
import test from 'ava';
import { startApi, type TestApi } from '../../helpers/api.ts';
import { freshDatabase, type TestDatabase } from '../../helpers/database.ts';
import { answersAs } from '../../helpers/documents.ts';
import { createShop, insert, type TestShop } from '../../helpers/shop.ts';

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

const get = (path: string) => api.request('GET', path, { key: shop.storeKey.key });
const create = (body: object, options = {}) =>
  api.request('POST', '/products', { key: shop.storeKey.key, body, ...options });
const tea = (sku: string, more = {}) => ({
  name: `Tea ${sku}`,
  variants: [{ sku, name: 'Loose', price: 120 }],
  ...more,
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
  t.like(created.body.variants[0], {
    price: '350.50',
    discount_price: '300.00',
    weight: '0.250',
    low_stock_threshold: 5,
  });
  t.is(created.body.variants[0].options[0].value, '200 g');
  t.notRegex(created.text, /cost|210\.25/);
  t.deepEqual((await get(`/products/${created.body.id}`)).body, created.body);
  const { variants } = created.body;
  for (const identifier of [variants[0].id, 'GT-200', '8941234567890']) {
    const variant = await get(`/variants/${identifier}`);
    answersAs(t, 'get_variant', variant.body);
    t.deepEqual(variant.body, variants[0]);
  }
});

test('a product is a draft unless told otherwise, and its slug is suffixed when taken', async (t) => {
  const first = await create({ ...tea('SLUG-1'), name: 'Same name' });
  const second = await create({ ...tea('SLUG-2'), name: 'Same name' });
  t.is(first.body.status, 'draft');
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

test('a retry with the same key gives the first answer, and another body under it is refused', async (t) => {
  const idempotencyKey = randomUUID();
  const first = await create(tea('ONCE'), { idempotencyKey });
  const second = await create({ variants: tea('ONCE').variants, name: tea('ONCE').name }, { idempotencyKey });
  t.is(second.status, 201);
  t.is(second.text, first.text);
  t.is(second.headers.get('idempotent-replayed'), 'true');
  t.false(first.headers.has('idempotent-replayed'));
  const other = await create(tea('OTHER'), { idempotencyKey });
  t.is(other.status, 422);
  t.is(other.body.error.code, 'IDEMPOTENCY_CONFLICT');
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

test('the list filters by status, text and time of change', async (t) => {
  const active = await create(tea('LIST-1', { status: 'active', name: 'Filter me' }));
  await create(tea('LIST-2', { name: 'Filter me not' }));
  const ids = async (query: string) => {
    const page = await get(`/products?${query}`);
    answersAs(t, 'list_products', page.body);
    return page.body.data.map((row: { name: string }) => row.name);
  };
  t.deepEqual(await ids('search=filter%20me&status=active'), ['Filter me']);
  t.deepEqual(await ids('search=LIST-2'), ['Filter me not']);
  t.true((await ids(`updated_after=${active.body.updated_at}`)).includes('Filter me'));
  t.deepEqual(await ids('updated_after=2999-01-01T00:00:00Z'), []);
});

test('the plan’s number of products is a limit', async (t) => {
  const small = await createShop(db.admin, { max_products: 1 });
  const post = (sku: string) => api.request('POST', '/products', { key: small.storeKey.key, body: tea(sku) });
  t.is((await post('A')).status, 201);
  const answer = await post('B');
  t.is(answer.status, 403);
  t.is(answer.body.error.code, 'FORBIDDEN_SCOPE');
});

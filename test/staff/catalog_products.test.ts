// Products as staff write them: by the same rules as the API, with catalog.manage, logged and told to others.
import { randomUUID } from 'node:crypto';
import test from 'ava';
import { type CatalogDesk, openCatalogDesk } from '../helpers/catalog.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createShop } from '../helpers/shop.ts';
import { signInAs } from '../helpers/staff.ts';

let db: TestDatabase;
let desk: CatalogDesk;
test.before(async () => {
  db = await borrowDatabase();
  desk = await openCatalogDesk(db);
});
test.after.always(async () => {
  await desk?.stop();
  await db?.drop();
});

const newVariant = (more: object = {}) => ({ sku: randomUUID(), name: 'One size', price: '120.50', ...more });
const createProduct = (more: object = {}): Promise<{ id: string; variants: { nodes: { id: string }[] } }> =>
  desk.change('createProduct', 'product', 'id variants { nodes { id } }', {
    storeId: desk.storeId,
    name: 'Shirt',
    variants: [newVariant()],
    ...more,
  });
const shown = async (id: string) => (await desk.request('GET', `/products/${id}`, { key: desk.key })).body;

test('without catalog.manage nothing of the catalog is written, whatever else one may do', async (t) => {
  const agent = await signInAs(db, desk.shop.companyId, [
    'orders.manage',
    'inventory.manage',
    'payments.manage',
    'settings.manage',
    'staff.manage',
    'developer.manage',
  ]);
  const product = await createProduct();
  for (const [name, input] of Object.entries({
    createProduct: { storeId: desk.storeId, name: 'Secret', variants: [newVariant()] },
    updateProduct: { id: product.id, name: 'Secret' },
    archiveProduct: { id: product.id },
    updateVariant: { id: product.variants.nodes[0]!.id, price: '1' },
  })) {
    const { errors } = await desk.attempt(name, input, agent);
    t.is(errors[0]?.extensions.code, 'FORBIDDEN', name);
    // It learns nothing of what would be wrong with its input either.
    t.is(
      (await desk.attempt(name, { ...input, name: 'x'.repeat(300) }, agent)).errors[0]?.extensions.fields,
      undefined,
    );
  }
  t.is((await db.admin.query(`select from app.products where name = 'Secret'`)).rowCount, 0);
  t.like(await shown(product.id), { name: 'Shirt', status: 'draft' });
});

test("another company's store, product, variant and brand are not there", async (t) => {
  const other = await createShop(db.admin);
  const outsider = await signInAs(db, other.companyId, 'owner');
  const product = await createProduct();
  for (const [name, input] of Object.entries({
    createProduct: { storeId: desk.storeId, name: 'Shirt', variants: [newVariant()] },
    updateProduct: { id: product.id, name: 'Mine' },
    archiveProduct: { id: product.id },
    updateVariant: { id: product.variants.nodes[0]!.id, price: '1' },
  })) {
    t.is((await desk.attempt(name, input, outsider)).errors[0]?.extensions.code, 'NOT_FOUND', name);
  }
  t.like(await shown(product.id), { name: 'Shirt', status: 'draft' });
  const brand = await desk.change('createBrand', 'brand', 'id', { storeId: desk.storeId, name: 'Ours' });
  const { errors } = await desk.attempt(
    'createProduct',
    { storeId: other.stores[0].id, name: 'Shirt', brandId: brand.id, variants: [newVariant()] },
    outsider,
  );
  t.like(errors[0]?.extensions, { code: 'CONFLICT' });
});

test('a product is created with all it has, as the API would, and the log and the event say so', async (t) => {
  const brand = await desk.change('createBrand', 'brand', 'id', { storeId: desk.storeId, name: 'Aarong' });
  const category = await desk.change('createCategory', 'category', 'id', { storeId: desk.storeId, name: 'Shirts' });
  await desk.change('createAttribute', 'attribute', 'id', {
    storeId: desk.storeId,
    name: 'Fit',
    type: 'variant',
    values: [{ value: 'Slim' }, { value: 'Wide' }],
  });
  const product = await createProduct({
    name: ' Panjabi ',
    shortDescription: 'Cotton',
    description: '<p onclick="x()">Soft</p><script>alert(1)</script>',
    status: 'active',
    deliveryCharge: '0',
    brandId: brand.id,
    categories: [{ id: category.id, isPrimary: true }],
    variants: [
      newVariant({
        sku: 'PAN-S',
        name: 'Slim',
        barcode: '8901',
        discountPrice: '99.99',
        costPrice: '60',
        weight: '0.25',
        dimensions: { length: 30, width: 20, height: 2.5, unit: 'cm' },
        lowStockThreshold: 3,
        options: [{ attribute: 'fit', value: 'slim' }],
      }),
      newVariant({ sku: 'PAN-W', name: 'Wide', costPrice: '70.10', options: [{ attribute: 'Fit', value: 'Wide' }] }),
    ],
  });
  const document = await shown(product.id);
  t.like(document, {
    name: 'Panjabi',
    slug: 'panjabi',
    description: '<p>Soft</p>',
    status: 'active',
    delivery_charge: '0.00',
    brand: { id: brand.id },
    categories: [{ id: category.id, is_primary: true }],
  });
  t.like(document.variants[0], {
    sku: 'PAN-S',
    barcode: '8901',
    price: '120.50',
    discount_price: '99.99',
    weight: '0.250',
    dimensions: { length: 30, width: 20, height: 2.5, unit: 'cm' },
    low_stock_threshold: 3,
    options: [{ attribute: 'Fit', value: 'Slim' }],
  });
  const [entry] = await desk.logged(product.id);
  t.like(entry, { action: 'product.created', actor_type: 'staff', before: null, after: { id: product.id } });
  t.deepEqual(await desk.events(product.id), ['product.created']);
});

test('what is left out stays, null clears, and the log holds what changed from what to what', async (t) => {
  const product = await createProduct({
    shortDescription: 'Cotton',
    deliveryCharge: '60',
    tags: ['eid'],
    seo: { title: 'Shirts', description: 'Warm' },
    variants: [newVariant({ sku: 'KEEP', barcode: '1', costPrice: '10' })],
  });
  const [variant] = product.variants.nodes;
  const changes = { shortDescription: null, name: 'Coat', seo: { title: null } };
  await desk.change('updateProduct', 'product', 'id', { id: product.id, ...changes });
  t.like(await shown(product.id), {
    name: 'Coat',
    slug: (await shown(product.id)).slug,
    short_description: null,
    delivery_charge: '60.00',
    tags: ['eid'],
    seo: { title: null, description: 'Warm' },
  });
  const changed = await desk.change('updateVariant', 'variant', 'sku price barcode discountPrice', {
    id: variant!.id,
    barcode: null,
    price: '130',
    costPrice: '11.5',
  });
  t.deepEqual(changed, { sku: 'KEEP', price: '130.00', barcode: null, discountPrice: null });
  const log = (await desk.logged(product.id)).slice(1);
  t.deepEqual(log[0], {
    action: 'product.updated',
    actor_type: 'staff',
    before: { name: 'Shirt', short_description: 'Cotton', seo_title: 'Shirts' },
    after: { name: 'Coat', short_description: null, seo_title: null },
  });
  t.deepEqual(log[1], {
    action: 'variant.updated',
    actor_type: 'staff',
    before: { price: 120.5, barcode: '1' },
    after: { price: 130, barcode: null },
  });
  t.like((await desk.logged(variant!.id))[0], {
    action: 'variant.cost_changed',
    before: { average_cost: 10 },
    after: { average_cost: 11.5 },
  });
  t.deepEqual(await desk.events(product.id), ['product.created', 'product.updated', 'product.updated']);
});

test('a change that changes nothing leaves no trace', async (t) => {
  const product = await createProduct();
  const before = await shown(product.id);
  await desk.change('updateProduct', 'product', 'id', { id: product.id, name: 'Shirt', shortDescription: null });
  t.deepEqual(await shown(product.id), before);
  t.is((await desk.logged(product.id)).length, 1);
  t.deepEqual(await desk.events(product.id), ['product.created']);
});

test('a product is archived, comes back by its status, and its variants are added to', async (t) => {
  const product = await createProduct({ variants: [newVariant({ sku: 'ARC-1' })] });
  t.is((await desk.change('archiveProduct', 'product', 'status', { id: product.id })).status, 'archived');
  t.is(
    (await desk.change('updateProduct', 'product', 'status', { id: product.id, status: 'active' })).status,
    'active',
  );
  await desk.change('createAttribute', 'attribute', 'id', {
    storeId: desk.storeId,
    name: 'Length',
    type: 'variant',
    values: [{ value: 'Long' }],
  });
  await desk.change('updateProduct', 'product', 'id', {
    id: product.id,
    variants: [
      { id: product.variants.nodes[0]!.id, status: 'inactive' },
      newVariant({ sku: 'ARC-2', options: [{ attribute: 'Length', value: 'Long' }] }),
    ],
  });
  t.deepEqual(
    (await shown(product.id)).variants.map(({ sku, status }: Record<string, string>) => [sku, status]),
    [
      ['ARC-1', 'inactive'],
      ['ARC-2', 'active'],
    ],
  );
  t.deepEqual(await desk.events(product.id), [
    'product.created',
    'product.archived',
    'product.updated',
    'product.updated',
  ]);
});

test('the products of the plan end for staff where they end for keys', async (t) => {
  const small = await createShop(db.admin, { max_products: 1 });
  const owner = await signInAs(db, small.companyId, 'owner');
  const input = () => ({ storeId: small.stores[0].id, name: 'Shirt', variants: [newVariant()] });
  const first = await desk.change('createProduct', 'product', 'id', input(), owner);
  t.is((await desk.attempt('createProduct', input(), owner)).errors[0]?.extensions.code, 'FORBIDDEN_SCOPE');
  await desk.change('archiveProduct', 'product', 'id', { id: first.id }, owner);
  await desk.change('createProduct', 'product', 'id', input(), owner);
  t.is(
    (await desk.attempt('updateProduct', { id: first.id, status: 'draft' }, owner)).errors[0]?.extensions.code,
    'FORBIDDEN_SCOPE',
  );
});

test('a SKU and a slug that are taken are named', async (t) => {
  const product = await createProduct({ name: 'Only one', variants: [newVariant({ sku: 'TAKEN' })] });
  const again = await desk.attempt('createProduct', {
    storeId: desk.storeId,
    name: 'Other',
    variants: [newVariant({ sku: 'TAKEN' })],
  });
  t.like(again.errors[0]?.extensions, { code: 'CONFLICT' });
  t.deepEqual(Object.keys(again.errors[0]?.extensions.fields ?? {}), ['variants.0.sku']);
  const { errors } = await desk.attempt('createProduct', {
    storeId: desk.storeId,
    name: 'Other',
    slug: (await shown(product.id)).slug,
    variants: [newVariant()],
  });
  t.like(errors[0]?.extensions, { code: 'CONFLICT', fields: { slug: ['is already taken'] } });
});

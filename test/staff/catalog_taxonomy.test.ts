// Categories, brands and attributes as staff write them.
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

const missing = '00000000-0000-0000-0000-000000000000';
/** Each mutation with a sound input for records of this company. */
async function inputs(): Promise<Record<string, Record<string, unknown>>> {
  const { storeId } = desk;
  const unique = Math.random().toString(36).slice(2);
  const category = await desk.change('createCategory', 'category', 'id', { storeId, name: `C ${unique}` });
  const brand = await desk.change('createBrand', 'brand', 'id', { storeId, name: `B ${unique}` });
  const attribute = await desk.change('createAttribute', 'attribute', 'id attributeValues { nodes { id } }', {
    storeId,
    name: `A ${unique}`,
    type: 'variant',
    values: [{ value: 'One' }],
  });
  return {
    createCategory: { storeId, name: 'New' },
    updateCategory: { id: category.id, name: 'Changed' },
    createBrand: { storeId, name: 'New' },
    updateBrand: { id: brand.id, name: 'Changed' },
    createAttribute: { storeId, name: `New ${unique}`, type: 'specification' },
    updateAttribute: { id: attribute.id, isFilterable: true },
    addAttributeValues: { id: attribute.id, values: [{ value: 'Two' }] },
    updateAttributeValue: { id: attribute.id, valueId: attribute.attributeValues.nodes[0].id, value: 'First' },
  };
}

test('each needs catalog.manage', async (t) => {
  const agent = await signInAs(db, desk.shop.companyId, ['orders.manage', 'settings.manage']);
  for (const [name, input] of Object.entries(await inputs())) {
    t.is((await desk.attempt(name, input, agent)).errors[0]?.extensions.code, 'FORBIDDEN', name);
    t.deepEqual((await desk.attempt(name, input)).errors, [], name);
  }
});

test("another company's store and records are not there", async (t) => {
  const other = await createShop(db.admin);
  const outsider = await signInAs(db, other.companyId, 'owner');
  for (const [name, input] of Object.entries(await inputs())) {
    t.is((await desk.attempt(name, input, outsider)).errors[0]?.extensions.code, 'NOT_FOUND', name);
  }
  for (const name of ['updateCategory', 'updateBrand', 'updateAttribute'])
    t.is((await desk.attempt(name, { id: missing })).errors[0]?.extensions.code, 'NOT_FOUND', name);
});

test('a tree of categories: a child moves, clears its text, and cannot stand below itself', async (t) => {
  const { storeId } = desk;
  const root = await desk.change('createCategory', 'category', 'id slug parent { id }', { storeId, name: 'Clothes' });
  t.deepEqual(root, { id: root.id, slug: 'clothes', parent: null });
  const child = await desk.change('createCategory', 'category', 'id parent { id }', {
    storeId,
    name: 'Shirts',
    parentId: root.id,
    description: 'All shirts',
    seo: { title: 'Buy shirts', description: null },
    position: 3,
  });
  t.is(child.parent.id, root.id);
  const { errors } = await desk.attempt('updateCategory', { id: root.id, parentId: child.id });
  t.deepEqual(Object.keys(errors[0]?.extensions.fields ?? {}), ['parentId']);
  const moved = await desk.change('updateCategory', 'category', 'parent { id } description seoTitle position', {
    id: child.id,
    parentId: null,
    description: null,
  });
  t.deepEqual(moved, { parent: null, description: null, seoTitle: 'Buy shirts', position: 3 });
  const log = await desk.logged(child.id);
  t.like(log[1], {
    action: 'category.updated',
    before: { parent_id: root.id, description: 'All shirts' },
    after: { parent_id: null, description: null },
  });
  t.deepEqual(await desk.events(child.id), ['category.created', 'category.updated']);
});

test('a brand is made and changed; a taken slug is named', async (t) => {
  const { storeId } = desk;
  const brand = await desk.change('createBrand', 'brand', 'id slug status', { storeId, name: 'Bata', slug: 'bata' });
  t.like(brand, { slug: 'bata', status: 'active' });
  const { errors } = await desk.attempt('createBrand', { storeId, name: 'Bata shoes', slug: 'bata' });
  t.like(errors[0]?.extensions, { code: 'CONFLICT', fields: { slug: ['is already taken'] } });
  t.is((await desk.change('updateBrand', 'brand', 'status', { id: brand.id, status: 'inactive' })).status, 'inactive');
  t.deepEqual(
    (await desk.logged(brand.id)).map(({ action }) => action),
    ['brand.created', 'brand.updated'],
  );
  t.deepEqual(await desk.events(brand.id), ['brand.created', 'brand.updated']);
});

test('an attribute with swatches: values are added, changed, refused twice', async (t) => {
  const attribute = await desk.change(
    'createAttribute',
    'attribute',
    'id inputType attributeValues { nodes { id value swatchHex } }',
    {
      storeId: desk.storeId,
      name: 'Colour',
      type: 'variant',
      inputType: 'color',
      values: [{ value: 'Red', swatchHex: '#ff0000' }],
    },
  );
  const [red] = attribute.attributeValues.nodes;
  t.like(red, { value: 'Red', swatchHex: '#FF0000' });
  const { errors } = await desk.attempt('addAttributeValues', { id: attribute.id, values: [{ value: 'RED' }] });
  t.is(errors[0]?.extensions.code, 'CONFLICT');
  await desk.change('addAttributeValues', 'attribute', 'id', {
    id: attribute.id,
    values: [{ value: 'Sky', swatchImageUploadId: await desk.upload() }],
  });
  const changed = await desk.change(
    'updateAttributeValue',
    'attribute',
    'attributeValues(orderBy: VALUE_ASC) { nodes { value swatchHex swatchImageUrl } }',
    { id: attribute.id, valueId: red.id, value: 'Crimson', swatchHex: null },
  );
  t.deepEqual(changed.attributeValues.nodes[0], { value: 'Crimson', swatchHex: null, swatchImageUrl: null });
  t.regex(changed.attributeValues.nodes[1].swatchImageUrl, /\.webp$/);
  const used = await desk.attempt('updateAttribute', { id: attribute.id, inputType: 'text' });
  t.deepEqual(Object.keys(used.errors[0]?.extensions.fields ?? {}), ['inputType']);
  t.deepEqual(
    (await desk.logged(attribute.id)).map(({ action }) => action),
    ['attribute.created', 'attribute_values.added', 'attribute_value.updated'],
  );
});

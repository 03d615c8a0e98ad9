// The lists of products that staff work with: by status, taxonomy and text, and those on sale without an image.
import test from 'ava';
import { type CatalogDesk, openCatalogDesk } from '../helpers/catalog.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createShop } from '../helpers/shop.ts';
import { signInAs } from '../helpers/staff.ts';

let db: TestDatabase;
let desk: CatalogDesk;
let stranger: string;
test.before(async () => {
  db = await borrowDatabase();
  desk = await openCatalogDesk(db);
  stranger = await signInAs(db, (await createShop(db.admin)).companyId, 'owner');
});
test.after.always(async () => {
  await desk?.stop();
  await db?.drop();
});

let skus = 0;
const create = async (name: string, more: object = {}): Promise<string> =>
  (
    await desk.change('createProduct', 'product', 'id', {
      storeId: desk.storeId,
      name,
      status: 'active',
      variants: [{ sku: `S${++skus}`, name, price: '100' }],
      ...more,
    })
  ).id;

const listed = async (more: string, token = desk.editor): Promise<string[]> => {
  const { list } = await desk.ask(token, `{ list: listProducts${more} { nodes { id } } }`);
  return list.nodes.map(({ id }: { id: string }) => id);
};
const without = async (token = desk.editor, more = ''): Promise<string[]> => {
  const { list } = await desk.ask(token, `{ list: productsWithoutPicture${more} { nodes { id } } }`);
  return list.nodes.map(({ id }: { id: string }) => id);
};
const counted = async (): Promise<number> =>
  (await desk.ask(desk.editor, '{ workCounts { withoutPicture } }')).workCounts.withoutPicture;

test.serial('another company finds none of them, and names no store of ours', async (t) => {
  const id = await create('Ours alone');
  t.deepEqual(await listed('', stranger), []);
  t.deepEqual(await without(stranger), []);
  const asked = `{ listProducts(storeId: "${desk.storeId}") { nodes { id } } }`;
  t.is(await desk.refusal(stranger, asked), 'NOT_FOUND');
  t.is(await desk.refusal(stranger, `{ listProducts(startingAfter: "${id}") { nodes { id } } }`), 'NOT_FOUND');
});

test.serial(
  'products are listed by status, category, brand and text, and go on after the last of a page',
  async (t) => {
    const brand = await desk.change('createBrand', 'brand', 'id', { storeId: desk.storeId, name: 'Weavers' });
    const category = await desk.change('createCategory', 'category', 'id', { storeId: desk.storeId, name: 'Sarees' });
    const red = await create('Red saree', { brandId: brand.id, categories: [{ id: category.id }] });
    const blue = await create('Blue saree', { brandId: brand.id, status: 'draft' });
    const cap = await create('Cap', { categories: [{ id: category.id }] });
    t.deepEqual((await listed('')).slice(0, 3), [cap, blue, red]);
    t.deepEqual(await listed('(status: "draft")'), [blue]);
    t.deepEqual(await listed(`(brandId: "${brand.id}")`), [blue, red]);
    t.deepEqual(await listed(`(categoryId: "${category.id}")`), [cap, red]);
    t.deepEqual(await listed(`(brandId: "${brand.id}", categoryId: "${category.id}")`), [red]);
    t.deepEqual(await listed('(search: " SAREE ")'), [blue, red]);
    t.deepEqual(await listed(`(search: "saree", startingAfter: "${blue}")`), [red]);
    t.deepEqual(await listed(`(storeId: "${desk.shop.stores[1].id}")`), []);
  },
);

test.serial('a product on sale is without a picture until it has one, and again when its last one goes', async (t) => {
  const before = await counted();
  const bare = await create('Bare');
  t.is(await counted(), before + 1);
  t.true((await without()).includes(bare));
  const image = async () => ({ uploadId: await desk.upload() });
  const { productImages } = await desk.change('addProductImages', 'product', 'productImages { nodes { id } }', {
    id: bare,
    images: [await image(), await image()],
  });
  t.false((await without()).includes(bare));
  t.is(await counted(), before);
  for (const { id: imageId } of productImages.nodes)
    await desk.change('deleteProductImage', 'product', 'id', { id: bare, imageId });
  t.true((await without()).includes(bare));
  await desk.change('archiveProduct', 'product', 'id', { id: bare });
  t.false((await without()).includes(bare));
  await create('Dressed', { images: [await image()] });
  t.is(await counted(), before);
  const all = await without();
  t.true(all.length > 2);
  t.deepEqual(await without(desk.editor, `(startingAfter: "${all[1]}")`), all.slice(2));
});

test('a product is found by a name with mistakes in its spelling, or in Bengali letters', async (t) => {
  const similar = async (search: string, token = desk.editor): Promise<string[]> => {
    const { list } = await desk.ask(
      token,
      'query ($search: String!) { list: similarProducts(search: $search) { nodes { id } } }',
      { search },
    );
    return list.nodes.map(({ id }: { id: string }) => id);
  };
  const gamcha = await create('Cotton Gamcha Red');
  const panjabi = await create('Classic Panjabi');
  for (const [search, id] of [
    ['gamca', gamcha],
    ['গামছা', gamcha],
    ['পাঞ্জাবি', panjabi],
    ['Punjabi', panjabi],
  ] as const) {
    t.is((await similar(search))[0], id, search);
    t.deepEqual(await similar(search, stranger), [], search);
  }
  for (const search of ['', 'pa', 'xyzzy', '%', "'"]) t.deepEqual(await similar(search), [], search);
});

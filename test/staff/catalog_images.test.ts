// Pictures of staff: sent by a browser with the session, checked as the API's, taken by mutations, gone after a day if not.
import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { type CatalogDesk, formOf, openCatalogDesk } from '../helpers/catalog.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { drawn } from '../helpers/servers/image-server.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createShop } from '../helpers/shop.ts';
import { signInAs } from '../helpers/staff.ts';

const uploads = '//admin/uploads';

let db: TestDatabase;
let desk: CatalogDesk;
let picture: Buffer;
test.before(async () => {
  db = await borrowDatabase();
  desk = await openCatalogDesk(db);
  picture = await drawn('png');
});
test.after.always(async () => {
  await desk?.stop();
  await db?.drop();
});

const send = (key: string | undefined, raw: FormData) => desk.request('POST', uploads, { key, raw });
const stored = () =>
  fs.readdirSync(desk.mediaDirectory, { recursive: true }).filter((name) => String(name).endsWith('.webp'));
const createProduct = (more: object = {}): Promise<{ id: string }> =>
  desk.change('createProduct', 'product', 'id', {
    storeId: desk.storeId,
    name: 'Shirt',
    variants: [{ sku: randomUUID(), name: 'S', price: '10' }],
    ...more,
  });
const gallery = async (id: string) => (await desk.request('GET', `/products/${id}`, { key: desk.key })).body.images;

test.serial('no session, an ended one, an API key and no permission are refused, and nothing is stored', async (t) => {
  const before = stored().length;
  const form = () => formOf(['image', picture]);
  for (const key of [undefined, `staff_${'0'.repeat(64)}`, desk.key]) {
    const { status, body } = await send(key, form());
    t.is(status, 401);
    t.is(body.error.code, 'UNAUTHENTICATED');
  }
  const agent = await signInAs(db, desk.shop.companyId, ['orders.manage']);
  const { status, body } = await send(agent, form());
  t.is(status, 403);
  t.is(body.error.code, 'FORBIDDEN');
  t.is(stored().length, before);
});

test.serial('what is no picture, too large, of another kind or not asked for is refused by its field', async (t) => {
  const before = stored().length;
  const refusal = async (raw: FormData) => {
    const { status, body } = await send(desk.editor, raw);
    return [status, body.error.code, body.error.fields];
  };
  t.deepEqual(await refusal(formOf(['image', Buffer.from('<svg/>')])), [
    422,
    'VALIDATION_ERROR',
    { image: ['must be a PNG, JPEG, WebP or GIF image'] },
  ]);
  t.deepEqual(await refusal(formOf(['image', Buffer.alloc(10 * 1_048_576 + 1)])), [
    413,
    'VALIDATION_ERROR',
    { image: ['must be at most 10 MB'] },
  ]);
  t.deepEqual(await refusal(formOf()), [422, 'VALIDATION_ERROR', { image: ['is required'] }]);
  t.deepEqual(await refusal(formOf(['image', picture], ['image', picture])), [
    422,
    'VALIDATION_ERROR',
    { image: ['must be given once'] },
  ]);
  t.deepEqual(await refusal(formOf(['image', picture], ['folder', 'x'])), [
    422,
    'VALIDATION_ERROR',
    { folder: ['not allowed'] },
  ]);
  const text = await desk.request('POST', uploads, {
    key: desk.editor,
    raw: 'x',
    headers: { 'content-type': 'text/plain' },
  });
  t.is(text.status, 415);
  t.is((await desk.request('GET', uploads, { key: desk.editor })).status, 405);
  t.is(stored().length, before);
  t.deepEqual((await db.admin.query('select from gate.image_calls')).rowCount, 0);
});

test.serial('a link is fetched as the API fetches it: never from a private address', async (t) => {
  const { status, body } = await desk.request('POST', uploads, {
    key: desk.editor,
    body: { source_url: 'https://127.0.0.1/x.png' },
  });
  t.is(status, 422);
  t.deepEqual(body.error.fields, { source_url: ['points to an address that is not public'] });
  const wrong = await desk.request('POST', uploads, { key: desk.editor, body: { source_url: 'http://example.com' } });
  t.deepEqual(wrong.body.error.fields, { source_url: ['must be an https link'] });
  const { rows } = await db.admin.query('select used from gate.image_links where company_id = $1', [
    desk.shop.companyId,
  ]);
  t.deepEqual(rows, [{ used: 2 }]);
});

test.serial('two uploads of a person at a time; a third waits, others do not', async (t) => {
  const { rows } = await db.admin.query(`select staff_id from app.staff_sessions where token_hash = $1`, [
    createHash('sha256').update(desk.editor).digest(),
  ]);
  await db.admin.query(
    `insert into gate.image_calls (key_id, slot, lease, lineage_id, expires_at)
     select $1, n, gen_random_uuid(), $1, internal.now() + interval '1 minute' from generate_series(1, 2) n`,
    [rows[0].staff_id],
  );
  const busy = await send(desk.editor, formOf(['image', picture]));
  t.is(busy.status, 429);
  t.is(busy.headers.get('retry-after'), '5');
  const colleague = await signInAs(db, desk.shop.companyId, ['catalog.manage']);
  t.is((await send(colleague, formOf(['image', picture]))).status, 201);
  await db.admin.query('truncate gate.image_calls');
});

test.serial('a picture is taken by one product, once, and only in its own company', async (t) => {
  const { status, body } = await send(desk.editor, formOf(['image', picture]));
  t.is(status, 201);
  t.deepEqual(Object.keys(body), ['id', 'url', 'width', 'height', 'expires_at']);
  t.like(body, { width: 40, height: 30 });
  const other = await createShop(db.admin);
  const outsider = await signInAs(db, other.companyId, 'owner');
  const stolen = await desk.attempt(
    'createBrand',
    { storeId: other.stores[0].id, name: 'Mine', logoUploadId: body.id },
    outsider,
  );
  const notFree = ['is no upload of the last day that is still free; upload the file again'];
  t.like(stolen.errors[0]?.extensions, { code: 'VALIDATION_ERROR', fields: { logoUploadId: notFree } });

  const product = await createProduct({ images: [{ uploadId: body.id, altText: 'Front' }] });
  const [image] = await gallery(product.id);
  t.like(image, { url: body.url, alt_text: 'Front', is_thumbnail: true });
  const again = await desk.attempt('addProductImages', { id: product.id, images: [{ uploadId: body.id }] });
  t.deepEqual(again.errors[0]?.extensions.fields, { 'images.0.uploadId': notFree });
  t.is((await db.admin.query('select from internal.media_deletions where id = $1', [body.id])).rowCount, 0);
});

test.serial('a mutation that is refused leaves the picture free', async (t) => {
  const id = await desk.upload();
  const product = await createProduct();
  const refused = await desk.attempt('updateProduct', { id: product.id, images: [{ uploadId: id }], slug: 'No slug' });
  t.deepEqual(refused.errors[0]?.extensions.fields, {
    slug: ['must be lowercase letters, digits and single hyphens'],
  });
  const twice = await desk.attempt('addProductImages', {
    id: product.id,
    images: [{ uploadId: id }, { uploadId: id }],
  });
  t.deepEqual(Object.keys(twice.errors[0]?.extensions.fields ?? {}), ['images.1.uploadId']);
  await desk.change('addProductImages', 'product', 'id', { id: product.id, images: [{ uploadId: id }] });
  t.is((await gallery(product.id)).length, 1);
});

test.serial('an upload that is not taken for a day can no longer be taken, and its file goes', async (t) => {
  const id = await desk.upload();
  const product = await createProduct();
  await db.admin.query(`update internal.media_deletions set due_at = due_at - interval '24 hours' where id = $1`, [id]);
  t.is(
    (await desk.attempt('addProductImages', { id: product.id, images: [{ uploadId: id }] })).errors[0]?.extensions.code,
    'VALIDATION_ERROR',
  );
  await db.admin.query(`update internal.media_deletions set due_at = due_at - interval '2 hours' where id = $1`, [id]);
  const { rows } = await db.as('haat_worker').query('select * from internal.claim_media_deletions(10)');
  const claimed = rows.find((row) => row.id === id);
  t.true(fs.existsSync(path.join(desk.mediaDirectory, claimed.media_key)));
});

test.serial('a gallery is filled, described, ordered and emptied; each step is logged and told', async (t) => {
  const product = await createProduct();
  const ids = [await desk.upload('#111111'), await desk.upload('#222222'), await desk.upload('#333333')];
  const selection = 'id productImages(orderBy: POSITION_ASC) { nodes { id altText position isThumbnail url } }';
  const filled = await desk.change('addProductImages', 'product', selection, {
    id: product.id,
    images: ids.map((uploadId, n) => ({ uploadId, altText: `Side ${n}` })),
  });
  const [a, b, c] = filled.productImages.nodes;
  t.deepEqual(
    filled.productImages.nodes.map((image: Record<string, unknown>) => [
      image.altText,
      image.position,
      image.isThumbnail,
    ]),
    [
      ['Side 0', 0, true],
      ['Side 1', 1, false],
      ['Side 2', 2, false],
    ],
  );
  for (const { url } of filled.productImages.nodes)
    t.regex(url, /^http:\/\/127\.0\.0\.1:4000\/media\/images\/.*\.webp$/);
  const described = await desk.change('updateProductImage', 'product', selection, {
    id: product.id,
    imageId: c.id,
    altText: null,
    isThumbnail: true,
    position: 0,
  });
  t.deepEqual(
    described.productImages.nodes.map((image: Record<string, unknown>) => [image.id, image.altText, image.isThumbnail]),
    [
      [c.id, null, true],
      [a.id, 'Side 0', false],
      [b.id, 'Side 1', false],
    ],
  );
  const wrong = await desk.attempt('reorderProductImages', { id: product.id, imageIds: [a.id, b.id] });
  t.deepEqual(wrong.errors[0]?.extensions.fields, { imageIds: ['must name every image of the product exactly once'] });
  await desk.change('reorderProductImages', 'product', 'id', { id: product.id, imageIds: [b.id, c.id, a.id] });
  await desk.change('deleteProductImage', 'product', 'id', { id: product.id, imageId: c.id });
  t.deepEqual(
    (await gallery(product.id)).map(({ id, is_thumbnail }: Record<string, unknown>) => [id, is_thumbnail]),
    [
      [b.id, true],
      [a.id, false],
    ],
  );
  t.deepEqual(
    (await desk.logged(product.id)).map(({ action }) => action),
    [
      'product.created',
      'product_images.added',
      'product_image.updated',
      'product_images.reordered',
      'product_image.deleted',
    ],
  );
  t.deepEqual((await desk.events(product.id)).slice(1), Array(4).fill('product.updated'));
});

test.serial('an empty picture clears the one of a brand', async (t) => {
  const brand = await desk.change('createBrand', 'brand', 'id logoUrl bannerImageUrl', {
    storeId: desk.storeId,
    name: 'Aarong',
    logoUploadId: await desk.upload(),
    bannerUploadId: await desk.upload(),
  });
  t.regex(brand.logoUrl, /\.webp$/);
  const cleared = await desk.change('updateBrand', 'brand', 'logoUrl bannerImageUrl', {
    id: brand.id,
    logoUploadId: null,
  });
  t.deepEqual(cleared, { logoUrl: null, bannerImageUrl: brand.bannerImageUrl });
});

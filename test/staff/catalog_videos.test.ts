// Videos of products through the staff's door: uploaded in parts, imported, checked, placed, covered and deleted, by the same
// functions as the API's. What a key started, staff may use; what staff started, no key sees.
import { randomUUID } from 'node:crypto';
import test from 'ava';
import { type CatalogDesk, openCatalogDesk } from '../helpers/catalog.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createShop } from '../helpers/shop.ts';
import { type StaffDesk, signInAs, startStaff } from '../helpers/staff.ts';
import { emptyBox, sample } from '../helpers/videos/samples.ts';
import { check, md5, partSize, partsOf, put } from '../helpers/videos/uploads.ts';

let db: TestDatabase;
let server: StaffDesk;
test.before(async () => {
  db = await borrowDatabase();
  server = await startStaff(db);
});
test.after.always(async () => {
  await server?.stop();
  await db?.drop();
});

const ok = sample('ok');
const large = Buffer.concat([ok, emptyBox('free', partSize)]);

/** Every test has a company of its own, since what is open and stored counts for all of it. */
const open = () => openCatalogDesk(db, server);
const createProduct = (desk: CatalogDesk, more: object = {}) =>
  desk.change('createProduct', 'product', 'id', {
    storeId: desk.storeId,
    name: 'Jamdani',
    variants: [{ sku: randomUUID(), name: 'S', price: '10' }],
    ...more,
  });
const start = (desk: CatalogDesk, bytes: Buffer = ok, token = desk.editor) =>
  desk.change(
    'createVideo',
    'video',
    'id status partSize partCount',
    { storeId: desk.storeId, fileName: 'saree.mp4', sizeBytes: String(bytes.length) },
    token,
  );
const partsToSign = (bytes: Buffer) =>
  partsOf(bytes).map((part, index) => ({ partNumber: index + 1, contentMd5: md5(part) }));
const sign = (desk: CatalogDesk, id: string, bytes: Buffer) =>
  desk.change('signVideoParts', 'signedParts', 'partNumber url method headers expiresAt', {
    id,
    parts: partsToSign(bytes),
  });
const complete = (desk: CatalogDesk, id: string) =>
  desk.change('completeVideo', 'video', 'status rejectionCode rejectionMessage', { id });

async function upload(desk: CatalogDesk, bytes: Buffer = ok): Promise<string> {
  const { id } = await start(desk, bytes);
  for (const { partNumber, ...part } of await sign(desk, id, bytes)) {
    const sent = await put(desk, { part_number: partNumber, ...part }, partsOf(bytes)[partNumber - 1]!);
    if (sent.status !== 200) throw new Error(`part ${partNumber}: ${sent.status}`);
  }
  return id;
}
async function ready(desk: CatalogDesk): Promise<string> {
  const id = await upload(desk);
  await complete(desk, id);
  await check(desk, db, id);
  return id;
}
const refusal = async (desk: CatalogDesk, name: string, input: object, token?: string) => {
  const { errors } = await desk.attempt(name, input, token);
  return [errors[0]?.extensions.code, errors[0]?.extensions.fields];
};

test('without catalog.manage and from another company nothing can be started, used or removed', async (t) => {
  const desk = await open();
  const id = await upload(desk);
  const product = await createProduct(desk);
  const inputs: Record<string, object> = {
    createVideo: { storeId: desk.storeId, fileName: 'x.mp4', sizeBytes: '10' },
    importVideo: { storeId: desk.storeId, sourceUrl: 'https://127.0.0.1/x.mp4' },
    signVideoParts: { id, parts: partsToSign(ok) },
    completeVideo: { id },
    setVideoCover: { id, coverUploadId: randomUUID() },
    deleteVideo: { id },
    placeProductVideo: { id: product.id, videoId: id },
    removeProductVideo: { id: product.id, videoId: id },
    attachProductVideo: { productId: product.id, videoId: id },
  };
  const agent = await signInAs(db, desk.shop.companyId, ['orders.manage']);
  const other = await createShop(db.admin);
  const outsider = await signInAs(db, other.companyId, 'owner');
  for (const [name, input] of Object.entries(inputs)) {
    t.is((await refusal(desk, name, input, agent))[0], 'FORBIDDEN', name);
    if (name !== 'importVideo') t.is((await refusal(desk, name, input, outsider))[0], 'NOT_FOUND', name);
  }
  const { rows } = await db.admin.query('select status, lease_id from app.videos where id = $1', [id]);
  t.deepEqual(rows, [{ status: 'uploading', lease_id: null }]);
  t.is((await db.admin.query('select from app.videos where company_id = $1', [other.companyId])).rowCount, 0);
});

test('an upload is signed, sent, completed, checked, shown with a cover, taken off and deleted', async (t) => {
  const desk = await open();
  t.like(await start(desk, large), { status: 'uploading', partSize, partCount: 2 });
  const id = await upload(desk, large);
  t.deepEqual(await complete(desk, id), { status: 'verifying', rejectionCode: null, rejectionMessage: null });
  const product = await createProduct(desk, { videos: [{ videoId: id, gallerySlot: 0, title: 'Weaving' }] });
  await check(desk, db, id);
  const shown = 'video(id: $id) { status url posterUrl width videoPlacements { nodes { title product { id } } } }';
  const read = async () => (await desk.ask(desk.editor, `query ($id: UUID!) { ${shown} }`, { id })).video;
  const before = await read();
  t.like(before, { status: 'ready', videoPlacements: { nodes: [{ title: 'Weaving', product: { id: product.id } }] } });
  t.regex(before.url, /\/media\/videos\//);
  await desk.change('setVideoCover', 'video', 'id', { id, coverUploadId: await desk.upload() });
  t.not((await read()).posterUrl, before.posterUrl);
  t.regex((await read()).posterUrl, /\.webp$/);
  const [video] = (await desk.request('GET', `/products/${product.id}`, { key: desk.key })).body.videos;
  t.like(video, { id, url: before.url, title: 'Weaving' });
  t.deepEqual(await refusal(desk, 'deleteVideo', { id }), ['VIDEO_IN_USE', undefined]);
  await desk.change('removeProductVideo', 'product', 'id', { id: product.id, videoId: id });
  t.is((await desk.change('deleteVideo', 'video', 'id status', { id })).id, id);
  t.is(await read(), null);
  t.deepEqual(
    (await desk.logged(id)).map(({ action, actor_type }) => [action, actor_type]),
    ['video.created', 'video.completed', 'video_cover.set', 'video.deleted'].map((action) => [action, 'staff']),
  );
  t.true((await desk.logged(product.id)).some(({ action }) => action === 'product_video.removed'));
});

test('missing parts are named and the upload goes on; another checksum is refused; a file that is no video is rejected', async (t) => {
  const desk = await open();
  const { id } = await start(desk, large);
  t.deepEqual(await refusal(desk, 'completeVideo', { id }), [
    'PARTS_INCOMPLETE',
    { id: ['part 1 is missing', 'part 2 is missing'] },
  ]);
  const [first, second] = await sign(desk, id, large);
  const send = (part: { partNumber: number }, bytes: Buffer) =>
    put(
      desk,
      { part_number: part.partNumber, ...(part as never as { url: string; headers: Record<string, string> }) },
      bytes,
    );
  await send(first, partsOf(large)[0]!);
  t.deepEqual(await refusal(desk, 'completeVideo', { id }), ['PARTS_INCOMPLETE', { id: ['part 2 is missing'] }]);
  const changed = { id, parts: [{ partNumber: 2, contentMd5: md5(ok) }] };
  t.deepEqual(await refusal(desk, 'signVideoParts', changed), [
    'FILE_CHANGED',
    { 'parts.0.contentMd5': ['differs from what was signed first'] },
  ]);
  t.deepEqual(await refusal(desk, 'signVideoParts', { id, parts: [{ partNumber: 3, contentMd5: md5(ok) }] }), [
    'VALIDATION_ERROR',
    { 'parts.0.partNumber': ['must be from 1 to 2'] },
  ]);
  await send(second, partsOf(large)[1]!);
  t.is((await complete(desk, id)).status, 'verifying');
  t.is((await refusal(desk, 'completeVideo', { id }))[0], 'UPLOAD_VERIFYING');

  const text = Buffer.from('This is no video.');
  const rejected = await complete(desk, await upload(desk, text));
  t.like(rejected, { status: 'rejected', rejectionCode: 'VIDEO_NOT_MP4' });
  t.truthy(rejected.rejectionMessage);
});

test('what staff started no key sees; what a key started staff place and delete', async (t) => {
  const desk = await open();
  const own = await upload(desk);
  const ask = (method: string, path: string, body?: object) =>
    desk.request(method, path, { key: desk.key, ...(body && { body }) });
  t.is((await ask('GET', `/videos/${own}`)).status, 404);
  t.is((await ask('POST', `/videos/${own}/complete`, {})).status, 404);
  t.is((await ask('DELETE', `/videos/${own}`)).status, 404);
  t.deepEqual((await ask('GET', '/videos')).body.data, []);
  const product = await createProduct(desk);
  const placed = await ask('POST', `/products/${product.id}/videos`, { video_id: own });
  t.is(placed.status, 422);

  const { body: theirs } = await ask('POST', '/videos', { file_name: 'x.mp4', size_bytes: 10 });
  const place = { id: product.id, videoId: theirs.id, sortOrder: 2 };
  t.like(await desk.change('placeProductVideo', 'videoPlacement', 'sortOrder video { id }', place), {
    sortOrder: 2,
    video: { id: theirs.id },
  });
  t.like(await desk.change('deleteVideo', 'video', 'status abortReason', { id: theirs.id }), {
    status: 'aborted',
    abortReason: 'cancelled',
  });
  t.is((await ask('GET', `/videos/${theirs.id}`)).body.abort_reason, 'cancelled');
});

test('a person has four unfinished videos, a colleague has four more, the store six', async (t) => {
  const desk = await open();
  const colleague = await signInAs(db, desk.shop.companyId, ['catalog.manage']);
  for (let n = 0; n < 4; n++) await start(desk);
  const input = { storeId: desk.storeId, fileName: 'x.mp4', sizeBytes: '10' };
  const fifth = await desk.attempt('createVideo', input);
  t.is(fifth.errors[0]?.message, 'You have 4 unfinished videos: complete or delete one first.');
  t.is((await refusal(desk, 'createVideo', input))[0], 'TOO_MANY_OPEN_UPLOADS');
  await start(desk, ok, colleague);
  await start(desk, ok, colleague);
  t.is((await refusal(desk, 'createVideo', input, colleague))[0], 'TOO_MANY_OPEN_UPLOADS');
  await db.admin.query('update app.video_starts set starts = 50 where company_id = $1', [desk.shop.companyId]);
  t.is((await refusal(desk, 'createVideo', input, colleague))[0], 'RATE_LIMITED');
});

test('a link is imported and shown in one step; a private address or both at once is refused', async (t) => {
  const desk = await open();
  const product = await createProduct(desk);
  const privateAddress = ['points to an address that is not public'];
  t.deepEqual(await refusal(desk, 'importVideo', { storeId: desk.storeId, sourceUrl: 'https://127.0.0.1/x.mp4' }), [
    'VALIDATION_ERROR',
    { sourceUrl: privateAddress },
  ]);
  const attach = (more: object) => refusal(desk, 'attachProductVideo', { productId: product.id, ...more });
  t.deepEqual(await attach({ videoUrl: 'https://127.0.0.1/x.mp4' }), [
    'VALIDATION_ERROR',
    { videoUrl: privateAddress },
  ]);
  t.deepEqual(await attach({ videoUrl: 'https://1.1.1.1/x.mp4', videoId: randomUUID() }), [
    'VALIDATION_ERROR',
    { videoId: ['cannot be combined with videoUrl'] },
  ]);
  t.deepEqual(await attach({}), ['VALIDATION_ERROR', { videoId: ['is required, or videoUrl'] }]);
  const sourceUrl = 'https://1.1.1.1/saree.mp4';
  const imported = await desk.change('importVideo', 'video', 'id source sourceUrl status', {
    storeId: desk.storeId,
    sourceUrl,
  });
  t.like(imported, { source: 'import', sourceUrl, status: 'uploading' });
  t.is((await refusal(desk, 'completeVideo', { id: imported.id }))[0], 'UPLOAD_IS_IMPORT');
  const placed = await desk.change(
    'attachProductVideo',
    'videoPlacement',
    'video { id sourceUrl staffMember: staff { id } }',
    {
      productId: product.id,
      videoUrl: sourceUrl,
    },
  );
  t.is(placed.video.sourceUrl, sourceUrl);
  const { rows } = await db.admin.query('select imports, key_id from app.video_starts where company_id = $1', [
    desk.shop.companyId,
  ]);
  t.deepEqual(rows, [{ imports: 2, key_id: null }]);
});

test('a ready video is attached by the name of an option', async (t) => {
  const desk = await open();
  const id = await ready(desk);
  await desk.change('createAttribute', 'attribute', 'id', {
    storeId: desk.storeId,
    name: 'Colour',
    type: 'variant',
    values: [{ value: 'Red' }],
  });
  const product = await createProduct(desk, {
    variants: [{ sku: randomUUID(), name: 'Red', price: '10', options: [{ attribute: 'Colour', value: 'Red' }] }],
  });
  const option = { attribute: 'Colour', value: 'Red' };
  const placed = await desk.change('attachProductVideo', 'videoPlacement', 'optionValueId', {
    productId: product.id,
    videoId: id,
    option,
  });
  t.truthy(placed.optionValueId);
  t.deepEqual((await desk.events(product.id)).at(-1), 'product.updated');
});

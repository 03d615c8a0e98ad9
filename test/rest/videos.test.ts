// Videos through REST, from the first call to the product that shows them; the bytes go to a real folder.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { type Answer, type RequestOptions, startApi, type TestApi } from '../helpers/api.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { drawn } from '../helpers/picture-server.ts';
import { createKey, createShop, type TestShop } from '../helpers/shop.ts';
import { emptyBox, sample } from '../helpers/videos/samples.ts';
import {
  check,
  md5,
  partSize,
  partsOf,
  put,
  reached,
  type Send,
  sign,
  start,
  storageOf,
  upload,
} from '../helpers/videos/uploads.ts';

let db: TestDatabase;
let api: TestApi;

test.before(async () => {
  db = await freshDatabase();
  api = await startApi({ pool: db.as('haat_gateway') });
});
test.after.always(async () => {
  await api?.stop();
  await db?.drop();
});

/** Every test has a company of its own, since what is open and stored counts for all of it. */
async function open(plan = {}): Promise<{ shop: TestShop; send: Send }> {
  const shop = await createShop(db.admin, plan);
  const send: Send = (method, target, body, more: RequestOptions = {}) =>
    api.request(method, target, { key: shop.storeKey.key, ...(body !== undefined && { body }), ...more });
  return { shop, send };
}

const ok = sample('ok');
/** Two parts: the same video with eight megabytes of nothing behind it. */
const large = Buffer.concat([ok, emptyBox('free', partSize)]);

const product = async (send: Send, more = {}) =>
  (
    await send('POST', '/products', {
      name: 'Jamdani',
      variants: [{ sku: randomUUID(), name: 'x', price: 1 }],
      ...more,
    })
  ).body;

const refused = ({ status, body }: Answer) => `${status} ${body.error.code}`;

test('a key of another company, another key of the store, a key without the scope see nothing of a video', async (t) => {
  const { shop, send } = await open();
  const other = await open();
  const id = (await start(send, ok)).body.id as string;
  const sibling = await createKey(db.admin, shop.companyId, { storeId: shop.stores[0].id });
  const reader = await createKey(db.admin, shop.companyId, { storeId: shop.stores[0].id, scopes: ['products:write'] });
  for (const key of [other.shop.storeKey.key, sibling.key]) {
    t.is(refused(await send('GET', `/videos/${id}`, undefined, { key })), '404 NOT_FOUND');
    t.is(refused(await send('DELETE', `/videos/${id}`, undefined, { key })), '404 NOT_FOUND');
    t.is(refused(await send('POST', `/videos/${id}/complete`, {}, { key })), '404 NOT_FOUND');
    t.is(refused(await sign((m, p, b) => send(m, p, b, { key }), id, ok)), '404 NOT_FOUND');
    t.deepEqual((await send('GET', '/videos', undefined, { key })).body.data, []);
  }
  t.is(refused(await send('GET', `/videos/${id}`, undefined, { key: reader.key })), '403 FORBIDDEN_SCOPE');
  const { id: productId } = await product(send);
  const place = (key: string) => send('POST', `/products/${productId}/videos`, { video_id: id }, { key });
  t.is(refused(await place(sibling.key)), '422 VALIDATION_ERROR');
  t.is(refused(await place(other.shop.storeKey.key)), '404 NOT_FOUND');
});

test('a plan without product videos is told so before anything else', async (t) => {
  const { send } = await open({ product_videos: false });
  t.is(refused(await start(send, ok)), '403 PLAN_FEATURE_REQUIRED');
  t.is(refused(await send('GET', '/videos')), '403 PLAN_FEATURE_REQUIRED');
  t.is(refused(await send('GET', `/videos/${randomUUID()}`)), '403 PLAN_FEATURE_REQUIRED');
  t.is(refused(await send('POST', `/videos/${randomUUID()}/complete`, {})), '403 PLAN_FEATURE_REQUIRED');
  t.is(refused(await sign(send, randomUUID(), ok)), '403 PLAN_FEATURE_REQUIRED');
});

test('while uploads are switched off a video can still be taken off its product', async (t) => {
  const { shop, send } = await open();
  const id = (await start(send, ok)).body.id;
  const { id: productId } = await product(send);
  await send('POST', `/products/${productId}/videos`, { video_id: id });
  await db.admin.query('update app.stores set video_uploads_enabled = false where id = $1', [shop.stores[0].id]);
  t.is(refused(await start(send, ok)), '403 VIDEO_UPLOADS_DISABLED');
  t.is(refused(await send('GET', '/videos')), '403 VIDEO_UPLOADS_DISABLED');
  const removed = await send('DELETE', `/products/${productId}/videos/${id}`);
  t.deepEqual(removed.body, { product_id: productId, video_id: id, removed: true });
  t.is(refused(await send('DELETE', `/products/${productId}/videos/${id}`)), '404 NOT_FOUND');
});

test('from the file to the product that shows it', async (t) => {
  const { send } = await open();
  const started = await start(send, large);
  t.is(started.status, 201);
  t.like(started.body, {
    status: 'uploading',
    source: 'upload',
    part_size: partSize,
    part_count: 2,
    uploaded_parts: [],
    url: null,
  });
  const { id } = started.body;

  const { id: productId } = await product(send);
  const placed = await send('POST', `/products/${productId}/videos`, { video_id: id, title: 'On the loom' });
  t.deepEqual(placed.body, {
    product_id: productId,
    video_id: id,
    status: 'uploading',
    gallery_slot: 0,
    sort_order: 0,
    option_value_id: null,
    title: 'On the loom',
  });

  const signed = await sign(send, id, large);
  t.is(signed.body.data.length, 2);
  const [first, second] = signed.body.data;
  t.is((await put(api, second, partsOf(large)[1]!)).status, 200);
  t.deepEqual((await send('GET', `/videos/${id}`)).body.uploaded_parts, [
    { part_number: 2, size_bytes: large.length - partSize },
  ]);
  t.deepEqual((await send('GET', '/videos')).body.data[0].uploaded_parts, [], 'a list asks no storage');

  const early = await send('POST', `/videos/${id}/complete`, {});
  t.is(refused(early), '409 PARTS_INCOMPLETE');
  t.deepEqual(early.body.error.fields.parts, ['part 1 is missing']);

  t.is((await put(api, first, partsOf(large)[0]!)).status, 200);
  const completed = await send('POST', `/videos/${id}/complete`, {});
  t.is(completed.status, 200);
  t.is(completed.body.status, 'verifying');
  t.is(refused(await send('POST', `/videos/${id}/complete`, {})), '409 UPLOAD_VERIFYING');
  t.is(refused(await sign(send, id, large)), '409 UPLOAD_VERIFYING');
  t.is(refused(await send('DELETE', `/videos/${id}`)), '409 UPLOAD_VERIFYING');
  t.deepEqual((await send('GET', `/products/${productId}`)).body.videos, []);

  await check(api, db, id);
  const ready = (await send('GET', `/videos/${id}`)).body;
  t.like(ready, { status: 'ready', width: 320, height: 180, duration_ms: 2000, has_audio: true, rejection: null });
  const shown = (await send('GET', `/products/${productId}`)).body;
  t.like(shown.videos, [
    { id, url: ready.url, width: 320, title: 'On the loom', gallery_slot: 0, option_value_id: null },
  ]);
  t.true(shown.updated_at >= ready.ready_at);

  const part = await fetch(reached(api, ready.url), { headers: { range: 'bytes=4-7' } });
  t.is(part.status, 206);
  t.is(await part.text(), 'ftyp');
  const whole = await fetch(reached(api, ready.url));
  t.is(whole.headers.get('content-type'), 'video/mp4');
  t.true(Buffer.from(await whole.arrayBuffer()).equals(large));
  t.is((await fetch(reached(api, ready.url.split('?')[0]))).status, 403, 'its address is signed');

  t.is(refused(await send('DELETE', `/videos/${id}`)), '409 VIDEO_IN_USE');
  await send('DELETE', `/products/${productId}/videos/${id}`);
  t.deepEqual((await send('DELETE', `/videos/${id}`)).body, { id, deleted: true });
  t.is(refused(await send('GET', `/videos/${id}`)), '404 NOT_FOUND');
});

test('a part takes the bytes it was signed for and no others', async (t) => {
  const { send } = await open();
  const { id } = (await start(send, large)).body;
  const { data } = (await sign(send, id, large)).body;
  const [bytes] = partsOf(large) as [Buffer];
  const tampered = Buffer.from(bytes);
  tampered[9] = tampered[9]! ^ 1;
  t.is((await put(api, data[0], tampered)).status, 400);
  t.is((await put(api, { ...data[0], headers: { 'Content-MD5': md5(tampered) } }, tampered)).status, 403);
  t.deepEqual((await send('GET', `/videos/${id}`)).body.uploaded_parts, []);
  t.is((await sign(send, id, large)).status, 200, 'the same checksum is signed again');
  t.is(refused(await sign(send, id, Buffer.concat([tampered, large.subarray(partSize)]))), '409 FILE_CHANGED');
});

test('a stored part that is not what was signed ends in FILE_CHANGED', async (t) => {
  const { send } = await open();
  const id = await upload(api, send, ok);
  // Behind our back, as a bucket's owner could.
  const { rows } = await db.admin.query('select storage_upload_id from app.videos where id = $1', [id]);
  const folder = path.join(api.mediaDirectory, '.uploads', rows[0].storage_upload_id);
  const [name] = fs.readdirSync(folder).filter((entry) => entry.startsWith('1'));
  fs.appendFileSync(path.join(folder, name!), 'more');
  t.is(refused(await send('POST', `/videos/${id}/complete`, {})), '409 FILE_CHANGED');
  t.is((await send('GET', `/videos/${id}`)).body.status, 'uploading');
});

test('a file that breaks a rule is rejected at once, and a retry hears the same', async (t) => {
  const { send } = await open();
  for (const [name, code] of Object.entries({
    hevc: 'VIDEO_HEVC',
    fragmented: 'VIDEO_FRAGMENTED',
    long: 'VIDEO_TOO_LONG',
    matroska: 'VIDEO_NOT_MP4',
  })) {
    const id = await upload(api, send, sample(name));
    const idempotencyKey = randomUUID();
    const complete = () => send('POST', `/videos/${id}/complete`, {}, { idempotencyKey });
    const answer = await complete();
    t.is(refused(answer), `422 ${code}`);
    t.is(answer.body.error.fields.video.length, 1);
    const again = await complete();
    t.is(again.text, answer.text);
    t.is(again.headers.get('idempotent-replayed'), 'true');
    const { status, rejection, url } = (await send('GET', `/videos/${id}`)).body;
    t.deepEqual([status, rejection.code, url], ['rejected', code, null]);
    t.is(refused(await send('POST', `/videos/${id}/complete`, {})), '410 UPLOAD_NOT_ACTIVE');
    t.is(refused(await sign(send, id, ok)), '410 UPLOAD_NOT_ACTIVE');
  }
});

test('two completions at once: one does it, the other is told', async (t) => {
  const { send } = await open();
  const id = await upload(api, send, large);
  const answers = await Promise.all([1, 2].map(() => send('POST', `/videos/${id}/complete`, {})));
  const told = answers.map(({ status, body }) => (status === 200 ? body.status : body.error.code)).sort();
  t.deepEqual(told, ['UPLOAD_VERIFYING', 'verifying']);
});

test('of two completions with one Idempotency-Key the later is told so, or hears what the first heard', async (t) => {
  const { send } = await open();
  const id = await upload(api, send, large);
  const complete = () => send('POST', `/videos/${id}/complete`, {}, { idempotencyKey: 'twin' });
  for (const { status, body, headers } of await Promise.all([complete(), complete(), complete()])) {
    if (status === 409) t.is(body.error.code, 'IDEMPOTENCY_IN_FLIGHT');
    else t.is(body.status, 'verifying', headers.get('idempotent-replayed') ?? 'the first');
  }
  const again = await complete();
  t.is(again.body.status, 'verifying');
  t.is(again.headers.get('idempotent-replayed'), 'true');
  // Under another key, or none, it is another call.
  const other = await upload(api, send, ok);
  await db.admin.query(
    `update app.videos set lease_id = uuidv7(), lease_expires_at = clock_timestamp() + interval '1 minute',
       completion_idempotency_key = 'first' where id = $1`,
    [other],
  );
  const code = async (more = {}) => (await send('POST', `/videos/${other}/complete`, {}, more)).body.error.code;
  t.is(await code({ idempotencyKey: 'first' }), 'IDEMPOTENCY_IN_FLIGHT');
  t.is(await code({ idempotencyKey: 'second' }), 'UPLOAD_VERIFYING');
  t.is(await code(), 'UPLOAD_VERIFYING');
});

test('a completion that died between joining and saying so is done again', async (t) => {
  const { send } = await open();
  const id = await upload(api, send, large);
  const { rows } = await db.admin.query('select storage_key, storage_upload_id from app.videos where id = $1', [id]);
  const joined = { key: rows[0].storage_key, id: rows[0].storage_upload_id };
  const storage = storageOf(api);
  await storage.finishUpload(joined, (await storage.listParts(joined))!);
  t.is(await storage.listParts(joined), null);
  t.is((await send('POST', `/videos/${id}/complete`, {})).body.status, 'verifying');
});

test('a storage that does not answer is 502, counted, and another try succeeds', async (t) => {
  const { send } = await open();
  const id = await upload(api, send, ok);
  const uploads = path.join(api.mediaDirectory, '.uploads');
  const { rows } = await db.admin.query('select storage_upload_id from app.videos where id = $1', [id]);
  const folder = path.join(uploads, rows[0].storage_upload_id);
  fs.renameSync(folder, `${folder}-away`);
  fs.writeFileSync(folder, 'a file where a folder should be');
  const answer = await send('POST', `/videos/${id}/complete`, {}, { idempotencyKey: 'retried' });
  t.is(refused(answer), '502 STORAGE_UNAVAILABLE');
  t.truthy(answer.headers.get('x-ratelimit-remaining'));
  t.is(refused(await send('GET', `/videos/${id}`)), '502 STORAGE_UNAVAILABLE');
  fs.rmSync(folder);
  fs.renameSync(`${folder}-away`, folder);
  t.is((await send('POST', `/videos/${id}/complete`, {}, { idempotencyKey: 'retried' })).body.status, 'verifying');
});

test('what is declared wrong is refused before it is uploaded', async (t) => {
  const { send } = await open();
  const declare = (more: object) => start(send, ok, more);
  t.is((await declare({ size_bytes: 200 * 1024 * 1024 })).status, 201);
  t.is(refused(await declare({ size_bytes: 200 * 1024 * 1024 + 1 })), '422 VIDEO_TOO_LARGE');
  t.is(refused(await declare({ content_type: 'video/quicktime' })), '422 VIDEO_NOT_MP4');
  t.is(refused(await declare({ size_bytes: 0 })), '422 VALIDATION_ERROR');
  t.is(refused(await declare({ file_name: '' })), '422 VALIDATION_ERROR');
  const { id } = (await declare({})).body;
  const parts = (...entries: object[]) => send('POST', `/videos/${id}/parts`, { parts: entries });
  t.is(refused(await parts({ part_number: 1, content_md5: 'abc' })), '422 VALIDATION_ERROR');
  t.is(refused(await parts({ part_number: 2, content_md5: md5(ok) })), '422 VALIDATION_ERROR');
  t.is(
    refused(await parts({ part_number: 1, content_md5: md5(ok) }, { part_number: 1, content_md5: md5(large) })),
    '422 VALIDATION_ERROR',
  );
});

test('starting again with the same Idempotency-Key gives the same upload and counts once', async (t) => {
  const { shop, send } = await open();
  const idempotencyKey = randomUUID();
  const body = { file_name: 'saree.mp4', size_bytes: ok.length };
  const first = await send('POST', '/videos', body, { idempotencyKey });
  t.is((await send('POST', '/videos', body, { idempotencyKey })).text, first.text);
  const { rows } = await db.admin.query('select count(*)::int as n from app.videos where company_id = $1', [
    shop.companyId,
  ]);
  t.is(rows[0].n, 1);
});

test('signing again with the same Idempotency-Key gives addresses that live anew', async (t) => {
  const { send } = await open();
  const { id } = (await start(send, ok)).body;
  const body = { parts: [{ part_number: 1, content_md5: md5(ok) }] };
  const first = await send('POST', `/videos/${id}/parts`, body, { idempotencyKey: 'once' });
  const again = await send('POST', `/videos/${id}/parts`, body, { idempotencyKey: 'once' });
  t.is(again.headers.get('idempotent-replayed'), 'true');
  t.true(again.body.data[0].expires_at >= first.body.data[0].expires_at);
  t.is((await put(api, again.body.data[0], ok)).status, 200);
});

test('the fifth open upload of a key is 409; day and storage have their own answers', async (t) => {
  const { shop, send } = await open({ video_storage_bytes: 5 * ok.length });
  for (let n = 0; n < 4; n++) t.is((await start(send, ok)).status, 201);
  t.is(refused(await start(send, ok)), '409 TOO_MANY_OPEN_UPLOADS');
  const { data } = (await send('GET', '/videos?status=uploading')).body;
  for (const { id } of data) await send('DELETE', `/videos/${id}`);
  t.is((await send('GET', `/videos/${data[0].id}`)).body.abort_reason, 'cancelled');
  t.is(refused(await start(send, large)), '403 PLAN_LIMIT_REACHED');
  await db.admin.query('update app.video_starts set starts = 50 where company_id = $1', [shop.companyId]);
  const over = await start(send, ok);
  t.is(refused(over), '429 RATE_LIMITED');
  const wait = Number(over.headers.get('retry-after'));
  t.true(wait > 0 && wait <= 86_400, String(wait));
});

test('an import is accepted, and a link that cannot be followed is refused at once', async (t) => {
  const { send } = await open();
  const from = (source_url: string) => send('POST', '/videos/import', { source_url });
  t.is(refused(await from('http://example.com/a.mp4')), '422 VALIDATION_ERROR');
  for (const link of [
    'https://127.0.0.1/a.mp4',
    'https://localhost/a.mp4',
    'https://169.254.169.254/',
    'https://user:pass@8.8.8.8/',
  ]) {
    const answer = await from(link);
    t.is(refused(answer), '422 VALIDATION_ERROR', link);
    t.is(answer.body.error.fields.source_url.length, 1);
  }
  const accepted = await from('https://8.8.8.8/saree.mp4');
  t.is(accepted.status, 202);
  t.like(accepted.body, {
    status: 'uploading',
    source: 'import',
    source_url: 'https://8.8.8.8/saree.mp4',
    size_bytes: null,
    part_count: null,
  });
  t.is(refused(await sign(send, accepted.body.id, ok)), '409 UPLOAD_IS_IMPORT');
  t.is(refused(await send('POST', `/videos/${accepted.body.id}/complete`, {})), '409 UPLOAD_IS_IMPORT');
});

test('a cover comes as a part of a form, within its own limits', async (t) => {
  const { send } = await open();
  const id = await upload(api, send, ok);
  const cover = (bytes: Buffer, part = 'cover') => {
    const raw = new FormData();
    raw.append(part, new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'cover.png');
    return send('PUT', `/videos/${id}/cover`, undefined, { raw });
  };
  const small = await drawn('png', { width: 64, height: 36 });
  t.is(refused(await cover(Buffer.alloc(8 * 1024 * 1024 + 1))), '413 VALIDATION_ERROR');
  t.is(refused(await cover(Buffer.concat([small, Buffer.alloc(2 * 1024 * 1024)]))), '422 VALIDATION_ERROR');
  t.is(refused(await cover(ok)), '422 VALIDATION_ERROR');
  t.is(refused(await cover(small, 'picture')), '422 VALIDATION_ERROR');
  t.is(refused(await send('PUT', `/videos/${id}/cover`, {})), '422 VALIDATION_ERROR');
  const answer = await cover(small);
  t.is(answer.status, 200);
  const shown = await fetch(reached(api, answer.body.poster_url));
  t.is(shown.headers.get('content-type'), 'image/webp');
  await send('POST', `/videos/${id}/complete`, {});
  await check(api, db, id);
  const ready = (await send('GET', `/videos/${id}`)).body;
  t.deepEqual([ready.status, ready.poster_url], ['ready', answer.body.poster_url], 'a frame does not replace it');
  const ended = (await start(send, ok)).body.id;
  await send('DELETE', `/videos/${ended}`);
  const raw = new FormData();
  raw.append('cover', new Blob([new Uint8Array(small)]), 'cover.png');
  t.is(refused(await send('PUT', `/videos/${ended}/cover`, undefined, { raw })), '410 UPLOAD_NOT_ACTIVE');
});

test('a product may be created with videos, by a key that may place them', async (t) => {
  const { shop, send } = await open({ videos_per_product: 2 });
  const ids = [];
  for (let n = 0; n < 3; n++) ids.push((await start(send, ok)).body.id);
  const create = (videos: object[], more: RequestOptions = {}) =>
    send(
      'POST',
      '/products',
      { name: 'Jamdani', variants: [{ sku: randomUUID(), name: 'x', price: 1 }], videos },
      more,
    );
  const [first, second] = ids;
  t.is(
    (
      await create([
        { video_id: first, sort_order: 2 },
        { video_id: second, title: 'Close up' },
      ])
    ).status,
    201,
  );
  t.is(refused(await create(ids.map((video_id) => ({ video_id })))), '403 PLAN_LIMIT_REACHED');
  t.is(refused(await create([{ video_id: randomUUID() }])), '422 VALIDATION_ERROR');
  const catalog = await createKey(db.admin, shop.companyId, { storeId: shop.stores[0].id, scopes: ['products:write'] });
  t.is(refused(await create([{ video_id: first }], { key: catalog.key })), '403 FORBIDDEN_SCOPE');
  t.is((await create([], { key: catalog.key })).status, 201);
});

test('metrics count videos by status, and what waits for a worker', async (t) => {
  const { send } = await open();
  await send('POST', `/videos/${await upload(api, send, ok)}/complete`, {});
  const { text } = await api.request('GET', '//metrics');
  t.regex(text, /^haat_videos\{status="verifying"\} [1-9]/m);
  t.regex(text, /^haat_video_work_due\{kind="check"\} \d/m);
});

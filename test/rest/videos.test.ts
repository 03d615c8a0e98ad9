// Videos through REST, from the first call to the product that shows them; the bytes go to a real folder.
import { randomUUID } from 'node:crypto';
import test from 'ava';
import type { RequestOptions } from '../helpers/api.ts';
import { createKey } from '../helpers/shop.ts';
import {
  api,
  closeVideoApi,
  db,
  large,
  ok,
  open,
  openVideoApi,
  product,
  refused,
} from '../helpers/shops/video-shop.ts';
import { check, partSize, partsOf, put, reached, sign, start, upload } from '../helpers/videos/uploads.ts';

test.before(openVideoApi);
test.after.always(closeVideoApi);

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

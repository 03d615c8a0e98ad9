// Placing videos on products, moving them, taking them off; videos of a new product; the tool that does it in one call.
import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeProduct, makeVideo } from '../../helpers/operations/makers.ts';
import { ALL_SCOPES, callGate, createKey, createShop, stockVariant, type TestKey } from '../../helpers/shop.ts';
import {
  call,
  closePlacing,
  colouredProduct,
  count,
  db,
  gateway,
  house,
  lastEvent,
  newShop,
  openPlacing,
  product,
  productId,
  shop,
} from '../../helpers/shops/placing-shop.ts';
import { addPhotos, completeUpload, later, passCheck, readyVideo, startUpload } from '../../helpers/videos/rows.ts';

test.before(openPlacing);
test.beforeEach(newShop);
test.after.always(closePlacing);

const place = (videoId: string, more: object = {}, key?: TestKey) =>
  call('place_product_video', { id: productId, video_id: videoId, ...more }, key);

testCommonRules('place_product_video', house, {
  sound: async (maker) => ({ id: (await makeProduct(maker)).id, video_id: (await makeVideo(maker)).id }),
  of: 'key',
  wrong: [
    [{ video_id: undefined }, 'video_id'],
    [{ video_id: 'mine' }, 'video_id'],
    [{ gallery_slot: -1 }, 'gallery_slot'],
    [{ sort_order: 1.5 }, 'sort_order'],
    [{ title: 'x'.repeat(1000) }, 'title'],
  ],
});

test.serial('a product, a video or an option out of reach is refused', async (t) => {
  const rival = await createShop(db.admin);
  const foreign = (await stockVariant(db.admin, rival, { sku: 'THEIRS' })).productId;
  const other = (await stockVariant(db.admin, shop, { sku: 'B', storeId: shop.stores[1].id })).productId;
  const id = await readyVideo(db, gateway, shop.storeKey);
  for (const elsewhere of [foreign, other, id]) {
    t.is((await place(id, { id: elsewhere })).outcome.sqlstate, 'HT100');
    t.is((await call('remove_product_video', { id: elsewhere, video_id: id })).outcome.sqlstate, 'HT100');
  }
  t.is((await place(id, {}, shop.companyKey)).outcome.sqlstate, 'HT008');
  // A video of the company's other store.
  const there = await readyVideo(db, gateway, shop.companyKey, { store_id: shop.stores[1].id });
  const misplaced = await place(there, { store_id: shop.stores[0].id }, shop.companyKey);
  t.is(misplaced.outcome.sqlstate, 'HT008');
  t.truthy(misplaced.outcome.fields?.video_id);
  const coloured = await colouredProduct();
  for (const [target, option_value_id] of [
    [productId, coloured.red],
    [coloured.id, coloured.green],
    [coloured.id, id],
  ]) {
    const { outcome } = await place(id, { id: target, option_value_id });
    t.is(outcome.sqlstate, 'HT008');
    t.truthy(outcome.fields?.option_value_id);
  }
  t.is((await call('remove_product_video', { id: productId, video_id: id })).outcome.sqlstate, 'HT100');
  t.is(await count('app.video_placements'), 0);
});

test.serial('one that was rejected, cancelled or has expired cannot be placed', async (t) => {
  const rejected = await startUpload(gateway, shop.storeKey);
  await place(rejected);
  await completeUpload(gateway, shop.storeKey, rejected, { problem: { code: 'VIDEO_CODEC', message: 'x' } });
  const cancelled = await startUpload(gateway, shop.storeKey);
  await call('delete_video', { id: cancelled });
  const expired = await startUpload(gateway, shop.storeKey);
  await db.admin.query(`update app.videos set expires_at = internal.now() where id = $1`, [expired]);
  for (const id of [rejected, cancelled, expired]) t.is((await place(id)).outcome.sqlstate, 'HT008');
  t.is((await call('remove_product_video', { id: productId, video_id: rejected })).outcome.sqlstate, 'HT100');
});

test.serial('the plan’s videos per product, exactly; moving one needs no place', async (t) => {
  await db.admin.query('update app.plans set videos_per_product = 2 where id = $1', [shop.planId]);
  const first = await readyVideo(db, gateway, shop.storeKey);
  const unfinished = await startUpload(gateway, shop.storeKey);
  const third = await readyVideo(db, gateway, shop.storeKey);
  const fourth = await readyVideo(db, gateway, shop.storeKey);
  await place(first);
  const both = await Promise.all([place(unfinished), place(third), place(fourth)]);
  t.deepEqual(both.map(({ outcome }) => outcome.sqlstate).sort(), ['HT012', 'HT012', null]);
  t.is((await place(first, { sort_order: 9 })).outcome.sqlstate, null);
  await call('remove_product_video', { id: productId, video_id: first });
  t.is((await place(first)).outcome.sqlstate, null);
});

test.serial('placing, moving and taking off: what is answered, shown, stamped and sent', async (t) => {
  await addPhotos(db, shop, productId, 3);
  const ready = await readyVideo(db, gateway, shop.storeKey);
  const video = (await call('get_video', { id: ready })).result;
  const before = await product();
  const placed = await place(ready);
  t.deepEqual(placed.result, {
    product_id: productId,
    video_id: ready,
    status: 'ready',
    gallery_slot: 1,
    sort_order: 0,
    option_value_id: null,
    title: 'Product PLAIN',
  });
  const shown = await product();
  t.deepEqual(shown.videos, [
    {
      id: ready,
      url: video.url,
      poster_url: video.poster_url,
      width: 1280,
      height: 720,
      duration_ms: 5000,
      has_audio: false,
      title: 'Product PLAIN',
      gallery_slot: 1,
      sort_order: 0,
      option_value_id: null,
    },
  ]);
  t.deepEqual({ ...shown, videos: [], updated_at: before.updated_at }, before);
  t.true(shown.updated_at > before.updated_at);
  t.deepEqual(await lastEvent(productId), { type: 'product.updated', object: shown });
  const seen = (await call('get_video', { id: ready })).result;
  t.deepEqual(seen.placements, [{ product_id: productId, gallery_slot: 1, sort_order: 0, option_value_id: null }]);
  t.true(seen.updated_at > video.updated_at);
  const moved = await place(ready, { gallery_slot: 2, sort_order: 5, title: ' Up close ' });
  t.like(moved.result, { gallery_slot: 2, sort_order: 5, title: 'Up close' });
  t.is((await product()).videos.length, 1);
  t.true((await product()).updated_at > shown.updated_at);
  // What is left out takes its default again, an empty title the product's name.
  t.like((await place(ready, { title: '' })).result, { gallery_slot: 1, sort_order: 0, title: 'Product PLAIN' });
  const stamp = (await product()).updated_at;
  const off = await call('remove_product_video', { id: productId, video_id: ready });
  t.deepEqual(off.result, { product_id: productId, video_id: ready, removed: true });
  const bare = await product();
  t.deepEqual(bare.videos, []);
  t.true(bare.updated_at > stamp);
  t.deepEqual(await lastEvent(productId), { type: 'product.updated', object: bare });
  t.is((await call('get_video', { id: ready })).result.status, 'ready');
  t.is((await call('remove_product_video', { id: productId, video_id: ready })).outcome.sqlstate, 'HT100');
});

test.serial(
  'an unfinished one is placed at once and shown when it is ready; until then the product does not change',
  async (t) => {
    const id = await startUpload(gateway, shop.storeKey);
    const before = await product();
    t.is((await place(id)).result.status, 'uploading');
    t.deepEqual(await product(), before);
    t.is((await lastEvent(productId)).type, 'product.created');
    await completeUpload(gateway, shop.storeKey, id);
    t.is((await place(id, { sort_order: 3 })).result.status, 'verifying');
    await passCheck(db, id);
    t.is((await product()).videos[0].sort_order, 3);
    t.is((await lastEvent(productId)).type, 'product.updated');
    // Any key of the store takes it off, also one that did not upload it.
    const other = await createKey(db.admin, shop.companyId, { storeId: shop.stores[0].id });
    t.is((await call('remove_product_video', { id: productId, video_id: id }, other)).outcome.sqlstate, null);
  },
);

test.serial('a slot is shown no higher than there are photos, and kept as asked', async (t) => {
  const [a, b, c] = [
    await readyVideo(db, gateway, shop.storeKey),
    await readyVideo(db, gateway, shop.storeKey),
    await readyVideo(db, gateway, shop.storeKey),
  ];
  t.is((await place(a!, { gallery_slot: 30, sort_order: 2 })).result.gallery_slot, 0);
  await place(b!, { gallery_slot: 2, sort_order: 3 });
  await place(c!, { gallery_slot: 1, sort_order: 4 });
  const order = async () =>
    (await product()).videos.map((one: { id: string; gallery_slot: number }) => [one.id, one.gallery_slot]);
  t.deepEqual(await order(), [
    [a, 0],
    [b, 0],
    [c, 0],
  ]);
  await addPhotos(db, shop, productId, 4);
  t.deepEqual(await order(), [
    [c, 1],
    [b, 2],
    [a, 4],
  ]);
  const [photo] = (await product()).images;
  await call('delete_product_image', { id: productId, image_id: photo.id });
  t.deepEqual((await order())[2], [a, 3]);
});

test.serial('a video on a live product cannot be deleted; an archived one does not hold it', async (t) => {
  const id = await readyVideo(db, gateway, shop.storeKey);
  // As other writes do, placing takes archived products too.
  await call('archive_product', { id: productId });
  t.is((await place(id)).outcome.sqlstate, null);
  await call('update_product', { id: productId, status: 'active' });
  t.is((await call('delete_video', { id })).outcome.sqlstate, 'HT115');
  await call('archive_product', { id: productId });
  const before = await product();
  t.is(before.videos.length, 1);
  t.is((await call('delete_video', { id })).outcome.sqlstate, null);
  t.is((await call('get_video', { id })).outcome.sqlstate, 'HT100');
  const after = await product();
  t.deepEqual(after.videos, []);
  t.true(after.updated_at > before.updated_at);
});

test.serial('taken off for 48 hours it stops counting; placed again it counts, if there is room', async (t) => {
  await db.admin.query('update app.plans set video_storage_bytes = 2000 where id = $1', [shop.planId]);
  const id = await readyVideo(db, gateway, shop.storeKey, { size_bytes: 1500 });
  const input = { file_name: 'b.mp4', size_bytes: 1000 };
  const at = (offset: string, operation: string, more: object) =>
    callGate(later(db, 'haat_gateway', offset), shop.storeKey, operation, more);
  await place(id);
  t.is((await at('60 hours', 'create_video', input)).outcome.sqlstate, 'HT012');
  await call('remove_product_video', { id: productId, video_id: id });
  t.is((await at('47 hours', 'create_video', input)).outcome.sqlstate, 'HT012');
  const other = await at('49 hours', 'create_video', input);
  t.is(other.outcome.sqlstate, null);
  const full = await at('49 hours', 'place_product_video', { id: productId, video_id: id });
  t.is(full.outcome.sqlstate, 'HT012');
  t.truthy(full.outcome.fields?.video_id);
  t.is((await at('49 hours', 'delete_video', { id: other.result.id })).outcome.sqlstate, null);
  t.is((await at('49 hours', 'place_product_video', { id: productId, video_id: id })).outcome.sqlstate, null);
  t.is((await at('49 hours', 'create_video', input)).outcome.sqlstate, 'HT012');
});

test.serial('a new product takes its videos along, or is not made', async (t) => {
  const id = await readyVideo(db, gateway, shop.storeKey);
  const unfinished = await startUpload(gateway, shop.storeKey);
  const create = (videos: object[], key?: TestKey) =>
    call('create_product', { name: 'New', variants: [{ sku: 'NEW', name: 'New', price: 1 }], videos }, key);
  const plain = await createKey(db.admin, shop.companyId, {
    storeId: shop.stores[0].id,
    scopes: ALL_SCOPES.filter((scope) => scope !== 'videos:write'),
  });
  t.is((await create([{ video_id: id }], plain)).outcome.sqlstate, 'HT004');
  t.is((await create([], plain)).outcome.sqlstate, null);
  await db.admin.query(`update app.variants set sku = 'GONE' where company_id = $1 and sku = 'NEW'`, [shop.companyId]);
  const products = await count('app.products');
  const other = await createKey(db.admin, shop.companyId, { storeId: shop.stores[0].id });
  for (const [videos, field, key] of [
    [[{ video_id: id }], 'videos.0.video_id', other],
    [[{ video_id: id }, { video_id: productId }], 'videos.1.video_id', shop.storeKey],
    [[{ video_id: id }, { video_id: id }], 'videos.1.video_id', shop.storeKey],
    [[{ video_id: id, option_value_id: id }], 'videos.0.option_value_id', shop.storeKey],
  ] as const) {
    const { outcome } = await create([...videos], key);
    t.is(outcome.sqlstate, 'HT008');
    t.deepEqual(Object.keys(outcome.fields!), [field]);
  }
  await db.admin.query('update app.plans set videos_per_product = 1 where id = $1', [shop.planId]);
  const over = await create([{ video_id: id }, { video_id: unfinished }]);
  t.is(over.outcome.sqlstate, 'HT012');
  t.deepEqual(Object.keys(over.outcome.fields!), ['videos.1.video_id']);
  t.is(await count('app.products'), products);
  await db.admin.query('update app.plans set videos_per_product = 2 where id = $1', [shop.planId]);
  const { result } = await create([
    { video_id: unfinished, sort_order: 1 },
    { video_id: id, sort_order: 2, title: 'Close' },
  ]);
  t.deepEqual(
    result.videos.map((one: { id: string; title: string }) => [one.id, one.title]),
    [[id, 'Close']],
  );
  t.deepEqual(await lastEvent(result.id), { type: 'product.created', object: result });
  await completeUpload(gateway, shop.storeKey, unfinished);
  await passCheck(db, unfinished);
  t.is((await product(result.id)).videos[0].id, unfinished);
});

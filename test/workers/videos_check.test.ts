// Checks of stored videos, and the removal of files that nothing needs any more.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import test from 'ava';
import sharp from 'sharp';
import { StorageUnavailable } from '../../server/media/storage/index.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { createShop, stockVariant, type TestShop } from '../helpers/shop.ts';
import { changed, contentOf, sample } from '../helpers/videos/samples.ts';
import { VideoWork, withChanges } from '../helpers/videos/work.ts';
import { until } from '../helpers/webhooks.ts';

const isDecoderHere = spawnSync('ffmpeg', ['-version']).error === undefined;
const withDecoder = isDecoderHere ? test.serial : test.serial.skip;
if (!isDecoderHere) console.log('this machine has no ffmpeg, so posters are not tested');
/** No link leads anywhere in these tests. */
const noPort = 1;

let db: TestDatabase;
let shop: TestShop;
let work: VideoWork;
test.before(async () => {
  db = await freshDatabase('serves all companies');
});
test.beforeEach(async () => {
  shop = await createShop(db.admin);
  work = new VideoWork(db);
});
test.afterEach.always(async () => {
  await work.remove();
  await db.admin.query('delete from internal.media_deletions');
});
test.after.always(() => db?.drop());

const reaches = (id: string, status: string) =>
  until(db, 'select status = $2 from app.videos where id = $1', [id, status]);
const document = (id: string) => work.call(shop, 'get_video', { id, store_id: shop.stores[0].id });
const nothingToDelete = () => until(db, 'select not exists (select from internal.media_deletions)');
const stored = (key: string) => fs.existsSync(path.join(work.directory, key));

test.serial('a good video becomes ready, and every product it stands on is told of', async (t) => {
  const { productId } = await stockVariant(db.admin, shop, { sku: 'SAREE', quantity: 0 });
  const id = await work.upload(shop, sample('ok'));
  const store_id = shop.stores[0].id;
  await work.call(shop, 'place_product_video', { id: productId, store_id, video_id: id });
  await work.start(noPort);
  await reaches(id, 'ready');
  t.like(await document(id), { width: 320, height: 180, duration_ms: 2000, has_audio: true, rejection: null });
  t.deepEqual((await work.events(store_id)).slice(-2), ['video.ready', 'product.updated']);
  const product = await work.call(shop, 'get_product', { id: productId });
  t.is(product.videos[0].id, id);
});

withDecoder('its poster is a picture of it, turned as it is shown', async (t) => {
  const id = await work.upload(shop, sample('rotated'));
  await work.start(noPort);
  await reaches(id, 'ready');
  const { poster_url, width, height } = await document(id);
  t.deepEqual([width, height], [180, 320]);
  const { poster_key } = await work.row(id);
  t.true(poster_url.endsWith(poster_key));
  const found = await sharp(fs.readFileSync(path.join(work.directory, poster_key))).metadata();
  t.like(found, { format: 'webp', width: 180, height: 320 });
});

withDecoder('a video that cannot be decoded is rejected', async (t) => {
  const zeroed = changed(sample('ok'), (copy) => copy.fill(0, contentOf(copy, 'mdat')));
  const id = await work.upload(shop, zeroed);
  await work.start(noPort);
  await reaches(id, 'rejected');
  t.is((await document(id)).rejection.code, 'VIDEO_CORRUPT');
});

withDecoder('a cover stays, and no poster is made beside it', async (t) => {
  const id = await work.upload(shop, sample('ok'));
  const cover = { media_key: 'images/cover.webp', width: 40, height: 30, size_bytes: 100 };
  await work.call(shop, 'set_video_cover', { id, store_id: shop.stores[0].id, cover });
  await work.start(noPort);
  await reaches(id, 'ready');
  t.true((await document(id)).poster_url.endsWith(cover.media_key));
  t.is((await work.row(id)).poster_key, null);
});

test.serial('a bad video is rejected with its reason, tells so, and leaves nothing', async (t) => {
  const id = await work.upload(shop, sample('hevc'));
  const { storage_key } = await work.row(id);
  t.true(stored(storage_key));
  await work.start(noPort);
  await reaches(id, 'rejected');
  const { rejection } = await document(id);
  t.is(rejection.code, 'VIDEO_HEVC');
  t.regex(rejection.message, /ffmpeg -i input/);
  t.is((await work.events(shop.stores[0].id)).at(-1), 'video.rejected');
  t.is((await work.row(id)).reserved_bytes, '0');
  await nothingToDelete();
  t.false(stored(storage_key));
});

test.serial('a video is judged by the limits of the settings', async (t) => {
  const id = await work.upload(shop, sample('long'));
  await work.start(noPort);
  await reaches(id, 'rejected');
  t.is((await document(id)).rejection.code, 'VIDEO_TOO_LONG');
});

test.serial('a storage that does not answer puts the check off', async (t) => {
  const id = await work.upload(shop, sample('ok'));
  const get = () =>
    new Readable({
      read() {
        this.destroy(new StorageUnavailable('down'));
      },
    });
  const first = await work.start(noPort, {}, withChanges(work.storage, { get }));
  await first.checks.stop();
  t.is((await work.row(id)).status, 'verifying');
  await work.lapse();
  await work.start(noPort);
  await reaches(id, 'ready');
});

test.serial('a storage that is down for long rejects nothing; a worker that dies each time does', async (t) => {
  const id = await work.upload(shop, sample('ok'));
  const attempts = async () => (await work.row(id)).check_attempts;
  const die = () => db.as('haat_worker').query('select from internal.claim_video_check(uuidv7(), 0)');
  for (let n = 0; n < 10; n++) await die();
  t.is(await attempts(), 10);
  const stat = () => Promise.reject(new StorageUnavailable('down'));
  const down = await work.start(noPort, {}, withChanges(work.storage, { stat }));
  await down.checks.stop();
  // The eleventh try was told off before the storage was asked.
  t.is((await document(id)).rejection?.code, 'VIDEO_CORRUPT');

  const other = await work.upload(shop, sample('ok'));
  for (let n = 0; n < 12; n++) {
    const videos = await work.start(noPort, {}, withChanges(work.storage, { stat }));
    await videos.checks.stop();
    await work.stop();
    t.like(await work.row(other), { status: 'verifying', check_attempts: 0 });
    await work.lapse();
  }
  await work.start(noPort);
  await reaches(other, 'ready');
});

test.serial('what may be deadly is checked last', async (t) => {
  const ids = [await work.upload(shop, sample('ok')), await work.upload(shop, sample('ok'))];
  const claim = async (seconds: number) =>
    (
      await db
        .as('haat_worker')
        .query('select video_id, attempts from internal.claim_video_check(uuidv7(), $1)', [seconds])
    ).rows[0];
  t.deepEqual(await claim(0), { video_id: ids[0], attempts: 1 });
  t.deepEqual(await claim(60), { video_id: ids[1], attempts: 1 });
  t.deepEqual(await claim(60), { video_id: ids[0], attempts: 2 });
});

withDecoder('copies that killed workers left are removed after an hour', async (t) => {
  const [old, young] = ['old', 'young'].map((name) => path.join(os.tmpdir(), `haat-video-${name}-${process.pid}`));
  for (const copy of [old!, young!]) {
    fs.mkdirSync(copy);
    t.teardown(() => fs.rmSync(copy, { recursive: true, force: true }));
  }
  fs.writeFileSync(path.join(old!, 'video.mp4'), 'x');
  fs.utimesSync(old!, 1, Date.now() / 1000 - 3_700);
  const id = await work.upload(shop, sample('ok'));
  await work.start(noPort);
  await reaches(id, 'ready');
  t.deepEqual([fs.existsSync(old!), fs.existsSync(young!)], [false, true]);
});

test.serial('a check whose lease was lost keeps nothing, not even its poster', async (t) => {
  const id = await work.upload(shop, sample('ok'));
  const playbackPath = async (key: string) => {
    await db.admin.query('update app.videos set lease_id = uuidv7() where id = $1', [id]);
    return work.storage.playbackPath(key);
  };
  const first = await work.start(noPort, {}, withChanges(work.storage, { playbackPath }));
  await first.checks.stop();
  t.is((await work.row(id)).status, 'verifying');
  t.deepEqual(work.files(), [(await work.row(id)).storage_key]);
  await work.lapse();
  await work.start(noPort);
  await reaches(id, 'ready');
});

test.serial('a file that is gone from the storage is told of', async (t) => {
  const id = await work.upload(shop, sample('ok'));
  await work.storage.delete((await work.row(id)).storage_key);
  await work.start(noPort);
  await reaches(id, 'rejected');
  t.is((await document(id)).rejection.code, 'VIDEO_TRUNCATED');
});

test.serial('no deletion is lost when a worker dies in the middle or the storage fails', async (t) => {
  const keys = Array.from({ length: 30 }, (_, index) => `videos/${shop.companyId}/${index}.mp4`);
  for (const key of keys) await work.storage.put(key, Buffer.from('x'));
  await db.admin.query('insert into internal.media_deletions (company_id, media_key) select $1, unnest($2::text[])', [
    shop.companyId,
    keys,
  ]);
  // Claimed by one who died before he deleted anything.
  await db.as('haat_worker').query('select from internal.claim_media_deletions(5)');
  const refused = keys[20]!;
  const remove = (key: string) =>
    key === refused ? Promise.reject(new StorageUnavailable('down')) : work.storage.delete(key);
  const first = await work.start(noPort, {}, withChanges(work.storage, { delete: remove }));
  await until(db, 'select count(*) = 6 from internal.media_deletions');
  await first.stop();
  t.is(work.files().length, 6);
  await db.admin.query('update internal.media_deletions set due_at = clock_timestamp()');
  await work.start(noPort);
  await nothingToDelete();
  t.deepEqual(work.files(), []);
});

test.serial('deleting a ready video removes its file and its poster', async (t) => {
  const id = await work.upload(shop, sample('ok'));
  await work.start(noPort);
  await reaches(id, 'ready');
  await work.call(shop, 'delete_video', { id, store_id: shop.stores[0].id });
  await nothingToDelete();
  t.deepEqual(work.files(), []);
});

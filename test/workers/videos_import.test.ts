// Imports from links: copied in parts, in spite of faults, cuts and deaths, and never twice.
import fs from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { type MediaStorage, StorageUnavailable } from '../../server/media/storage/index.ts';
import { createLog } from '../../server/process/log.ts';
import { createOutbound } from '../../server/process/outbound.ts';
import { loadSettings } from '../../server/process/settings.ts';
import { Imports } from '../../workers/videos/import.ts';
import { defaultLease } from '../../workers/videos/lease.ts';
import { VideoRecords } from '../../workers/videos/records.ts';
import { defaultSpeed } from '../../workers/videos/speed.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { longTest } from '../helpers/long.ts';
import { authority } from '../helpers/servers/image-server.ts';
import { paddedVideo, VideoHost } from '../helpers/servers/video-host.ts';
import { createShop, stockVariant, type TestShop } from '../helpers/shop.ts';
import { sample } from '../helpers/videos/samples.ts';
import { VideoWork, withChanges } from '../helpers/videos/work.ts';
import { until, workerProcess, workers } from '../helpers/webhooks.ts';

const megabyte = 1024 * 1024;
const part = 8 * megabyte;
/** Three parts. */
const large = paddedVideo(17 * megabyte);

let db: TestDatabase;
let shop: TestShop;
let work: VideoWork;
let host: VideoHost;
test.before(async () => {
  db = await freshDatabase('serves all companies');
});
test.beforeEach(async () => {
  shop = await createShop(db.admin);
  work = new VideoWork(db);
  host = await new VideoHost(large).listen();
});
test.afterEach.always(async () => {
  host.release();
  await work.remove();
  await host.stop();
  await db.admin.query(`delete from internal.media_deletions`);
});
test.after.always(() => db?.drop());

const reaches = (id: string, status: string) =>
  until(db, 'select status = $2 from app.videos where id = $1', [id, status]);
const storedBytes = async (id: string) => fs.readFileSync(path.join(work.directory, (await work.row(id)).storage_key));
const ranges = () => host.asked.map(({ range }) => range);

test.serial('a link becomes a video that is ready, with the workers as they run', async (t) => {
  host.video = sample('ok');
  const { productId } = await stockVariant(db.admin, shop, { sku: 'TV-1', quantity: 0 });
  const running = await workers(db, work.environment(host.port));
  t.teardown(() => running.stop());
  const id = await work.import(shop, host.url());
  await work.call(shop, 'place_product_video', { id: productId, store_id: shop.stores[0].id, video_id: id });
  await reaches(id, 'ready');
  const row = await work.row(id);
  t.like(row, { size_bytes: String(host.video.length), width: 320, height: 180, duration_ms: 2000, has_audio: true });
  t.regex(row.playback_path, /^videos\/.+\.mp4\?signature=/);
  t.true((await storedBytes(id)).equals(host.video));
  const events = await work.events(shop.stores[0].id);
  t.deepEqual(events.slice(-2), ['video.ready', 'product.updated']);
});

test.serial('a large file comes in parts, whole and once', async (t) => {
  const id = await work.import(shop, host.url());
  await work.start(host.port);
  await reaches(id, 'ready');
  t.true((await storedBytes(id)).equals(large));
  t.deepEqual(ranges(), [undefined]);
  // Nothing is left of the parts; beside the video there is its poster at most.
  t.deepEqual(
    work.files().filter((name) => !name.startsWith('images/')),
    [(await work.row(id)).storage_key],
  );
});

longTest.serial('a file of unknown size is copied to its end', async (t) => {
  host.tellsLength = false;
  const id = await work.import(shop, host.url());
  await work.start(host.port);
  await reaches(id, 'ready');
  t.like(await work.row(id), { size_bytes: String(large.length), reserved_bytes: String(large.length) });
});

longTest.serial('more than 200 MB are refused before they come, or cut when they have come', async (t) => {
  host.instead = (_, response) => {
    response.writeHead(200, { 'content-length': 200 * megabyte + 1 });
    response.write('x');
  };
  const told = await work.import(shop, host.url());
  await work.start(host.port);
  await reaches(told, 'rejected');
  t.like(await work.row(told), { rejection_code: 'VIDEO_TOO_LARGE', reserved_bytes: '0' });
  t.deepEqual(work.files(), []);

  let sent = 0;
  host.instead = (_, response) => {
    const chunk = Buffer.alloc(megabyte);
    const more = () => {
      while (!response.destroyed && response.write(chunk)) sent += 1;
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  };
  const untold = await work.import(shop, host.url());
  await work.start(host.port);
  await reaches(untold, 'rejected');
  t.like(await work.row(untold), { rejection_code: 'VIDEO_TOO_LARGE', reserved_bytes: '0' });
  await until(db, 'select not exists (select from internal.media_deletions)');
  t.deepEqual(work.files(), []);
  t.true(sent < 260, `${sent} MB were sent`);
});

test.serial('a source that is too slow ends the import', async (t) => {
  host.holdsAt = 100;
  const id = await work.import(shop, host.url());
  // A clock on which hours go by while the source holds.
  await work.start(host.port, { speed: { clock: () => performance.now() * 100_000, graceMs: 60_000 } });
  await reaches(id, 'aborted');
  t.like(await work.row(id), { abort_reason: 'import_download_failed', reserved_bytes: '0' });
});

test.serial('a connection that breaks is taken up behind the last part', async (t) => {
  host.breaks = { at: 12 * megabyte, times: 1 };
  const id = await work.import(shop, host.url());
  await work.start(host.port);
  await reaches(id, 'ready');
  t.true((await storedBytes(id)).equals(large));
  t.deepEqual(ranges(), [undefined, `bytes=${part}-`]);
});

test.serial('a source that always breaks at the same place is given up', async (t) => {
  host.breaks = { at: 12 * megabyte, times: 100 };
  const id = await work.import(shop, host.url());
  await work.start(host.port);
  await reaches(id, 'aborted');
  t.is((await work.row(id)).abort_reason, 'import_download_failed');
  t.deepEqual(ranges(), [undefined, ...Array(3).fill(`bytes=${part}-`)]);
});

longTest.serial('a source without ranges begins anew, and is given up when it breaks again and again', async (t) => {
  host.knowsRanges = false;
  host.breaks = { at: 12 * megabyte, times: 1 };
  const id = await work.import(shop, host.url());
  await work.start(host.port);
  await reaches(id, 'ready');
  t.true((await storedBytes(id)).equals(large));
  host.breaks = { at: 12 * megabyte, times: 100 };
  const other = await work.import(shop, host.url());
  await work.start(host.port);
  await reaches(other, 'aborted');
});

for (const [title, location] of [
  ['a private address', 'https://10.0.0.1/video.mp4'],
  ['this machine', 'https://localhost/video.mp4'],
  ['plain http', 'http://example.com/video.mp4'],
]) {
  test.serial(`a redirect to ${title} ends the import`, async (t) => {
    host.instead = (_, response) => response.writeHead(302, { location }).end();
    const id = await work.import(shop, host.url());
    await work.start(host.port);
    await reaches(id, 'aborted');
    t.is((await work.row(id)).abort_reason, 'import_download_failed');
    t.is(host.asked.length, 1);
  });
}

test.serial('after a worker was killed another goes on where it stopped', async (t) => {
  host.holdsAt = 12 * megabyte;
  const child = await workerProcess(db.url, work.environment(host.port));
  const id = await work.import(shop, host.url());
  await until(db, 'select count(*) = 1 from app.video_parts where video_id = $1', [id]);
  await host.holds();
  await child.kill();
  await work.start(host.port);
  t.is((await work.row(id)).status, 'uploading', 'its lease lasts');
  await work.lapse();
  host.release();
  const videos = await work.start(host.port);
  await reaches(id, 'ready');
  t.true((await storedBytes(id)).equals(large));
  t.deepEqual(ranges(), [undefined, `bytes=${part}-`]);
  await videos.stop();
});

longTest.serial('an import that a killed worker was copying is taken up by another within 60 seconds', async (t) => {
  t.timeout(120_000);
  host.holdsAt = 12 * megabyte;
  const child = await workerProcess(db.url, work.environment(host.port));
  const id = await work.import(shop, host.url());
  await host.holds();
  await child.kill();
  host.release();
  const running = await workers(db, work.environment(host.port));
  t.teardown(() => running.stop());
  await until(db, `select status = 'ready' from app.videos where id = $1`, [id], 60_000);
  t.true((await storedBytes(id)).equals(large));
});

test.serial(
  'a worker that is asked to stop gives the import back at once; what has changed is copied from its beginning',
  async (t) => {
    host.holdsAt = 12 * megabyte;
    const id = await work.import(shop, host.url());
    const first = await work.start(host.port);
    await until(db, 'select count(*) = 1 from app.video_parts where video_id = $1', [id]);
    await first.stop();
    const left = `select lease_expires_at <= clock_timestamp() as is_free,
      (select count(*)::int from app.video_parts p where p.video_id = v.id) as parts from app.videos v where id = $1`;
    t.deepEqual((await db.admin.query(left, [id])).rows, [{ is_free: true, parts: 1 }]);
    host.video = paddedVideo(9 * megabyte, 'rotated');
    host.etag = '"two"';
    host.release();
    await work.start(host.port);
    await reaches(id, 'ready');
    t.true((await storedBytes(id)).equals(host.video));
    t.like(await work.row(id), { width: 180, height: 320, size_bytes: String(9 * megabyte) });
  },
);

longTest.serial('a worker that is asked to stop leaves its parts to the next', async (t) => {
  host.holdsAt = 12 * megabyte;
  const id = await work.import(shop, host.url());
  const first = await work.start(host.port);
  await until(db, 'select count(*) = 1 from app.video_parts where video_id = $1', [id]);
  await first.stop();
  host.release();
  await work.start(host.port);
  await reaches(id, 'ready');
  t.deepEqual(ranges(), [undefined, `bytes=${part}-`]);
});

test.serial('an import that is deleted meanwhile stops, and its parts go', async (t) => {
  host.holdsAt = 12 * megabyte;
  const id = await work.import(shop, host.url());
  const videos = await work.start(host.port, { lease: { seconds: 30, renewMs: 10 } });
  await until(db, 'select count(*) = 1 from app.video_parts where video_id = $1', [id]);
  await host.holds();
  await work.call(shop, 'delete_video', { id, store_id: shop.stores[0].id });
  await until(db, 'select not exists (select from internal.media_deletions)');
  // Ends only when the job that was copying has let go of it, although its source still holds.
  await videos.stop();
  t.deepEqual(work.files(), []);
  t.deepEqual(ranges(), [undefined]);
});

test.serial(
  'an import whose parts go while it stores the next is taken from its worker, and nothing failed',
  async (t) => {
    const id = await work.import(shop, host.url());
    const putPart = async () => {
      await work.call(shop, 'delete_video', { id, store_id: shop.stores[0].id });
      throw new StorageUnavailable('no such upload');
    };
    const settings = loadSettings({ OUTBOUND_ALLOW: `localhost:${host.port}` });
    const outbound = createOutbound({ ...settings, outboundCa: authority });
    t.teardown(() => outbound.destroy());
    const records = new VideoRecords(db.as('haat_worker'));
    const options = { lease: defaultLease, speed: defaultSpeed, speedCheckMs: 1_000, pauseMs: 1 };
    const storage = withChanges(work.storage, { putPart });
    const imports = new Imports(records, storage, outbound, createLog('silent'), new AbortController().signal, options);
    await imports.do((await imports.claim())!);
    t.is((await work.row(id)).abort_reason, 'cancelled');
  },
);

longTest.serial('an import that is deleted while its parts are joined leaves no file', async (t) => {
  const id = await work.import(shop, host.url());
  const gone = () => until(db, 'select not exists (select from internal.media_deletions)');
  const finishUpload: MediaStorage['finishUpload'] = async (upload, parts) => {
    const joined = await work.storage.startUpload(upload.key);
    for (const { part_number } of parts) {
      const from = (part_number - 1) * part;
      await work.storage.putPart({ ...upload, id: joined }, part_number, large.subarray(from, from + part));
    }
    await work.call(shop, 'delete_video', { id, store_id: shop.stores[0].id });
    await gone();
    await work.storage.finishUpload({ ...upload, id: joined }, parts);
  };
  const videos = await work.start(host.port, {}, withChanges(work.storage, { finishUpload }));
  await reaches(id, 'aborted');
  await videos.imports.stop();
  await gone();
  t.deepEqual(work.files(), []);
});

test.serial('a crash between the join and its note costs no second copy', async (t) => {
  const id = await work.import(shop, host.url());
  let crashes = 0;
  const crashing = {
    finishUpload: async (...args: Parameters<typeof work.storage.finishUpload>) => {
      await work.storage.finishUpload(...args);
      crashes += 1;
      throw new StorageUnavailable('gone');
    },
  };
  const first = await work.start(host.port, {}, withChanges(work.storage, crashing));
  await until(db, 'select count(*) = 3 from app.video_parts where video_id = $1', [id]);
  await first.imports.stop();
  t.is(crashes, 1);
  t.is((await work.row(id)).status, 'uploading');
  await work.lapse();
  await work.start(host.port);
  await reaches(id, 'ready');
  t.true((await storedBytes(id)).equals(large));
  t.is(host.asked.length, 1);
});

longTest.serial('trouble of the storage is no fault of the source', async (t) => {
  const id = await work.import(shop, host.url());
  const putPart = () => Promise.reject(new StorageUnavailable('full'));
  const first = await work.start(host.port, {}, withChanges(work.storage, { putPart }));
  await first.imports.stop();
  t.like(await work.row(id), { status: 'uploading', abort_reason: null });
  await work.lapse();
  await work.start(host.port);
  await reaches(id, 'ready');
});

longTest.serial('parts that the storage has lost are copied again', async (t) => {
  host.holdsAt = 12 * megabyte;
  const id = await work.import(shop, host.url());
  const first = await work.start(host.port);
  await until(db, 'select count(*) = 1 from app.video_parts where video_id = $1', [id]);
  await first.stop();
  fs.rmSync(path.join(work.directory, '.uploads'), { recursive: true });
  host.release();
  await work.start(host.port);
  await reaches(id, 'ready');
  t.true((await storedBytes(id)).equals(large));
});

longTest.serial('imports of one company go one after another, those of others beside them', async (t) => {
  const other = await createShop(db.admin);
  host.holdsAt = 12 * megabyte;
  const [first, second] = [await work.import(shop, host.url('/1')), await work.import(shop, host.url('/2'))];
  const beside = await work.import(other, host.url('/3'));
  const videos = await work.start(host.port);
  await until(db, 'select count(*) = 2 from app.video_parts where video_id = any ($1)', [[first, beside]]);
  t.deepEqual(host.asked.map(({ url }) => url).sort(), ['/1', '/3']);
  host.release();
  await until(db, `select bool_and(status = 'ready') from app.videos where id = any ($1)`, [[first, second, beside]]);
  await videos.stop();
});

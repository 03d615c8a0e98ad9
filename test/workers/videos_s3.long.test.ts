// Imports into a bucket, and the check of what lies in one. Where no server of S3 is to be had, this is skipped.
import { buffer } from 'node:stream/consumers';
import test from 'ava';
import { type MediaStorage, openStorage } from '../../server/media/storage/index.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { hasSwift, type Swift, startSwift } from '../helpers/servers/swift.ts';
import { paddedVideo, VideoHost } from '../helpers/servers/video-host.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createShop } from '../helpers/shop.ts';
import { VideoWork } from '../helpers/videos/work.ts';
import { until } from '../helpers/webhooks.ts';

const isThere = hasSwift();
const s3Test = isThere ? test.serial : test.serial.skip;
let swift: Swift;
let storage: MediaStorage;
let db: TestDatabase;
let work: VideoWork;
let host: VideoHost;

if (isThere) {
  test.before(async (t) => {
    t.timeout(120_000);
    swift = await startSwift();
    storage = openStorage(swift.bucket, 'http://127.0.0.1:4000/media');
    db = await borrowDatabase();
    work = new VideoWork(db);
    host = await new VideoHost(paddedVideo(20 * 1024 * 1024)).listen();
  });

  test.after.always(async () => {
    await work?.remove();
    await host?.stop();
    await db?.drop();
    await swift?.stop();
  });
}

s3Test('an import that is interrupted is resumed in the bucket, checked there, and deleted from there', async (t) => {
  const shop = await createShop(db.admin);
  host.holdsAt = 12 * 1024 * 1024;
  const id = await work.import(shop, host.url());
  const first = await work.start(host.port, {}, storage);
  await until(db, 'select count(*) = 1 from app.video_parts where video_id = $1', [id]);
  await first.stop();
  host.release();
  await work.start(host.port, {}, storage);
  await until(db, `select status = 'ready' from app.videos where id = $1`, [id]);
  t.deepEqual(
    host.asked.map(({ range }) => range),
    [undefined, 'bytes=8388608-'],
  );
  const { storage_key, poster_key } = await work.row(id);
  t.true((await buffer(storage.get(storage_key))).equals(host.video));

  await work.call(shop, 'delete_video', { id, store_id: shop.stores[0].id });
  await until(db, 'select not exists (select from internal.media_deletions)');
  t.is(await storage.stat(storage_key), null);
  if (poster_key) t.is(await storage.stat(poster_key), null);
});

s3Test('an import that is cancelled leaves no parts in the bucket', async (t) => {
  const shop = await createShop(db.admin);
  host.holdsAt = 12 * 1024 * 1024;
  const id = await work.import(shop, host.url());
  await work.start(host.port, { lease: { seconds: 30, renewMs: 10 } }, storage);
  await until(db, 'select count(*) = 1 from app.video_parts where video_id = $1', [id]);
  await host.holds();
  const { storage_key: key, storage_upload_id: uploadId } = await work.row(id);
  t.is((await storage.listParts({ key, id: uploadId }))!.length, 1);
  await work.call(shop, 'delete_video', { id, store_id: shop.stores[0].id });
  await until(db, 'select not exists (select from internal.media_deletions)');
  await work.stop();
  t.is(await storage.listParts({ key, id: uploadId }), null);
  host.release();
});

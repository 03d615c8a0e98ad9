// The demo's videos: three products show one, as if an integration had brought them.
import fs from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { startApi } from '../helpers/api.ts';
import { openDemoShop } from '../helpers/shops/demo-shop.ts';
import { verdict } from '../helpers/videos/samples.ts';
import { reached } from '../helpers/videos/uploads.ts';

const samples = path.join(import.meta.dirname, '../../db/demo/videos');
const fileOf = (name: string) => fs.readFileSync(path.join(samples, name));

test('every file is small and one that the service takes', async (t) => {
  for (const name of fs.readdirSync(samples).filter((file) => file.endsWith('.mp4'))) {
    t.is(await verdict(fileOf(name)), '640x640, 5000 ms, silent', name);
    t.true(fileOf(name).length < 120_000, name);
  }
});

test('a loaded demo shows three videos that play, and another start loads nothing', async (t) => {
  t.timeout(110_000);
  const { db, directory, mediaDirectory, load, close } = await openDemoShop();
  const api = await startApi({ pool: db.as('haat_gateway', { max: 2 }) });
  fs.cpSync(mediaDirectory, api.mediaDirectory, { recursive: true });
  t.teardown(async () => {
    await api.stop();
    await close();
  });
  const demo = fs.readFileSync(path.join(directory, 'demo.json'), 'utf8');
  const { key } = JSON.parse(demo).companies[0].keys.store_full;
  const get = async (address: string) => (await api.request('GET', address, { key })).body;

  const listed = (await get('/videos')).data;
  t.deepEqual(
    listed.map(({ file_name, status, source }: Record<string, string>) => [file_name, status, source]),
    [
      ['table-lamp.mp4', 'ready', 'upload'],
      ['cushion-cover.mp4', 'ready', 'upload'],
      ['batik-saree.mp4', 'ready', 'upload'],
    ],
  );
  const shown = [];
  for (const { id, file_name, created_at, ready_at, placements } of listed) {
    const age = Date.now() - Date.parse(created_at);
    t.true(age > 50 * 86_400_000 && Date.parse(ready_at) > Date.parse(created_at), file_name);
    t.is(placements.length, 1);
    const product = await get(`/products/${placements[0].product_id}`);
    const [video, ...others] = product.videos;
    t.deepEqual(others, []);
    t.is(video.id, id);
    const colours = product.variants.flatMap((variant: { options: { value_id: string; value: string }[] }) =>
      variant.options.filter(({ value_id }) => value_id === video.option_value_id).map(({ value }) => value),
    );
    shown.push([product.name, video.title, video.width, video.duration_ms, video.has_audio, colours]);

    const file = fileOf(file_name);
    const part = await fetch(reached(api, video.url), { headers: { range: 'bytes=1000-1999' } });
    t.is(part.status, 206);
    t.is(part.headers.get('content-type'), 'video/mp4');
    t.is(part.headers.get('content-range'), `bytes 1000-1999/${file.length}`);
    t.deepEqual(Buffer.from(await part.arrayBuffer()), file.subarray(1000, 2000));
    const poster = await fetch(reached(api, video.poster_url));
    t.deepEqual([poster.status, poster.headers.get('content-type')], [200, 'image/webp']);
    // Deleting the video deletes its poster, and may not take a picture of the product along.
    t.false(product.images.some((image: { url: string }) => image.url === video.poster_url));
  }
  t.deepEqual(shown, [
    ['Bamboo Table Lamp', 'From afternoon to evening', 640, 5000, false, []],
    ['Kantha Cushion Cover Pair', 'The running stitch in teal', 640, 5000, false, ['Teal']],
    ['Half Silk Batik Saree', 'Indigo and rust', 640, 5000, false, []],
  ]);

  const { rows: told } = await db.admin.query(
    `select e.type, count(*)::int as n from app.events e
     where e.type = 'video.ready' or (e.type = 'product.updated' and jsonb_array_length(e.object::jsonb -> 'videos') > 0)
     group by e.type order by e.type`,
  );
  t.deepEqual(told, [
    { type: 'product.updated', n: 3 },
    { type: 'video.ready', n: 3 },
  ]);
  t.deepEqual((await db.admin.query('select from app.webhook_deliveries')).rows, []);
  t.deepEqual((await db.as('haat_worker').query('select * from internal.due_video_work()')).rows, [
    { imports: 0, checks: 0, deletions: 0 },
  ]);
  t.deepEqual((await db.as('haat_dba').query('select * from ledger.audit()')).rows, []);

  const files = fs.readdirSync(mediaDirectory, { recursive: true }).sort();
  await load();
  t.deepEqual((await get('/videos')).data, listed);
  t.deepEqual(fs.readdirSync(mediaDirectory, { recursive: true }).sort(), files);
  t.is(fs.readFileSync(path.join(directory, 'demo.json'), 'utf8'), demo);
});

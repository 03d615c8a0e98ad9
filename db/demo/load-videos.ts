// Videos of three products of the first store: started, sent and checked at moments of the past by the operations and by
// what a worker does, over files that are kept here (videos/README.md). The posters are drawn, since not every machine
// can decode a video.
import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { type MediaStorage, newImageKey } from '../../server/media/storage/index.ts';
import { inspectVideo } from '../../server/media/videos/index.ts';
import { storedVideo } from '../../server/media/videos/stored.ts';
import { catalogs, type DemoProduct } from './catalog.ts';
import type { DemoClient } from './client.ts';
import { drawImage, imageSide } from './drawings/images.ts';
import type { LoadedCompany } from './load-tenancy.ts';

type DemoVideo = NonNullable<DemoProduct['seed']['video']>;

const minute = 60_000;
const day = 24 * 60 * minute;
const leaseSeconds = 60;
const maxSeconds = 10;

export async function loadVideos(
  client: DemoClient,
  storage: MediaStorage,
  company: LoadedCompany,
  now: Date,
): Promise<void> {
  const products = catalogs[0]!.products.filter(({ seed }) => seed.video);
  products.sort((a, b) => b.seed.video!.days_ago - a.seed.video!.days_ago);
  for (const product of products) await loadVideo(client, storage, company, product, now);
  // The actor from here on is no key.
  await client.query(`select set_config('haat.key_id', '', true)`);
}

async function loadVideo(
  client: DemoClient,
  storage: MediaStorage,
  company: LoadedCompany,
  product: DemoProduct,
  now: Date,
): Promise<void> {
  const video = product.seed.video!;
  const bytes = fs.readFileSync(path.join(import.meta.dirname, 'videos', video.file));
  const started = now.getTime() - video.days_ago * day;
  const { ask } = client;

  await client.goTo(new Date(started));
  await actAsStoreKey(client, company);
  const content_md5 = createHash('md5').update(bytes).digest('base64');
  const { id } = await ask<{ id: string }>('api.create_video', { file_name: video.file, size_bytes: bytes.length });
  const parts = [{ part_number: 1, content_md5 }];
  const { storage_key } = await ask<{ storage_key: string }>('api.sign_video_parts', { id, parts });
  await storage.put(storage_key, bytes);
  await client.goTo(new Date(started + minute));
  const { lease } = await ask<{ lease: string }>('internal.start_video_completion', { id }, leaseSeconds);
  await ask('api.complete_video', { id, checked: { lease } });

  await client.goTo(new Date(started + 2 * minute));
  const facts = await inspectVideo(storedVideo(storage, storage_key, bytes.length), { maxSeconds });
  const poster = await storePoster(storage, company.id, product, video);
  const check = randomUUID();
  await client.query('set local role haat_worker');
  await ask('internal.claim_video_check', check, leaseSeconds);
  const isKept = await ask('internal.finish_video', id, check, facts, poster, await storage.playbackPath(storage_key));
  await client.query('set local role haat_owner');
  if (!isKept) throw new Error(`${video.file}: the check was not kept`);

  await client.goTo(new Date(started + 5 * minute));
  await actAsStoreKey(client, company);
  const { rows } = await client.query(
    `select p.id, (select distinct o.value_id
       from app.variants a join app.variant_options o on o.variant_id = a.id join app.attribute_values v on v.id = o.value_id
       where a.product_id = p.id and v.value = $3) as option_value_id
     from app.products p where p.store_id = $1 and p.slug = $2`,
    [company.keys.store_full?.store_id, product.slug, video.colour],
  );
  await ask('api.place_product_video', { ...rows[0], video_id: id, title: video.title });
}

/** Acts as the first store's key, to which the videos belong then. */
async function actAsStoreKey(client: DemoClient, company: LoadedCompany): Promise<void> {
  await client.actAs(company.id, null);
  const { key = '' } = company.keys.store_full ?? {};
  const { rows } = await client.query('select id, name from app.api_keys where key_hash = $1', [
    createHash('sha256').update(key).digest(),
  ]);
  const { id, name } = rows[0];
  await client.query(`select internal.act_as($1, $2, 'api_key', $3)`, [company.id, name, id]);
}

/** A file of the video's own, because it goes when the video goes: the product's image in the colour shown. */
async function storePoster(
  storage: MediaStorage,
  companyId: string,
  { images, variants }: DemoProduct,
  { file, colour }: DemoVideo,
) {
  const shown = variants.find(({ columns }) => !colour || columns.options.some(({ value }) => value === colour));
  const image = images[shown?.columns.image_index ?? -1];
  if (!image) throw new Error(`${file}: the product has no image in its colour`);
  const bytes = await drawImage(image);
  const media_key = newImageKey(companyId);
  await storage.put(media_key, bytes);
  return { media_key, width: imageSide, height: imageSide, size_bytes: bytes.length };
}

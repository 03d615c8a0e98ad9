// The demo's pictures: every kind of goods can be drawn, and a loaded demo shows them.
import test from 'ava';
import sharp from 'sharp';
import { catalogs } from '../../db/demo/catalog.ts';
import { drawImage, imageSide } from '../../db/demo/drawings/images.ts';
import { shapes } from '../../db/demo/drawings/shapes.ts';
import { openStorage } from '../../server/media/storage/index.ts';
import { inTurns } from '../helpers/long.ts';
import { openDemoShop } from '../helpers/shops/demo-shop.ts';

test('every kind is drawn, each differently', async (t) => {
  const seen = new Set<string>();
  // A commit's run looks at a third; every product of a loaded demo is drawn besides.
  const kinds = inTurns(Object.keys(shapes) as (keyof typeof shapes)[], 3, 0);
  for (const kind of kinds) {
    const bytes = await drawImage({ kind, colours: ['#2c5f8a', '#d4a017'], altText: kind });
    const { format, width, height } = await sharp(bytes).metadata();
    t.deepEqual([format, width, height], ['webp', imageSide, imageSide], kind);
    seen.add(bytes.toString('base64'));
  }
  t.is(seen.size, kinds.length);
});

test('a loaded demo has a picture for every product, in the storage too', async (t) => {
  t.timeout(110_000);
  const { db, mediaDirectory, close } = await openDemoShop();
  t.teardown(close);
  const { rows } = await db.admin.query(
    `select count(*)::int as products, count(*) filter (where i.id is null)::int as bare
     from app.products p left join app.product_images i on i.product_id = p.id and i.is_thumbnail`,
  );
  t.deepEqual(rows[0], { products: catalogs.flatMap(({ products }) => products).length, bare: 0 });
  const images = await db.admin.query('select media_key, size_bytes from app.product_images');
  const storage = openStorage({ kind: 'folder', directory: mediaDirectory }, 'http://127.0.0.1:4000/media');
  for (const { media_key, size_bytes } of images.rows) t.deepEqual(await storage.stat(media_key), { size: size_bytes });
  const variants = await db.admin.query('select count(*)::int as n from app.variants where image_id is null');
  t.is(variants.rows[0].n, 0);
});

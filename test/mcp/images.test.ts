// Pictures through tools: links are fetched, checked and stored as over REST, and cost a write each.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import test from 'ava';
import { loadSettings } from '../../server/process/settings.ts';
import { mediaUrl, startApi, type TestApi } from '../helpers/api.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { authority, drawn, type ImageServer, startImageServer } from '../helpers/servers/image-server.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createShop, type TestShop } from '../helpers/shop.ts';
import { callTool, costOf, refusalOf } from '../helpers/tools.ts';

let db: TestDatabase;
let api: TestApi;
let shop: TestShop;
let server: ImageServer;

test.before(async () => {
  db = await borrowDatabase();
  shop = await createShop(db.admin);
  const picture = await drawn('png');
  server = await startImageServer((request, response) => {
    if (request.url === '/red.png') response.end(picture);
    else response.writeHead(404).end();
  });
  const { outboundAllow } = loadSettings({ OUTBOUND_ALLOW: `localhost:${server.port}` });
  api = await startApi({ pool: db.as('haat_gateway'), outboundAllow, outboundCa: authority });
});
test.after.always(async () => {
  await api?.stop();
  await server?.stop();
  await db?.drop();
});

test.serial('a product is made with its pictures and given more, a write for each', async (t) => {
  const images = (...paths: string[]) => paths.map((path) => ({ source_url: server.url(path) }));
  // biome-ignore lint/suspicious/noExplicitAny: the document of a product
  let product: any;
  const made = await costOf(db.admin, shop.storeKey, async () => {
    const variants = [{ sku: randomUUID(), name: 'x', price: 1, image_index: 1 }];
    const args = { name: 'Pictured', variants, images: images('/red.png', '/red.png') };
    product = (await callTool(api, shop.storeKey, 'create_product', args)).body.result.structuredContent;
  });
  t.deepEqual(made, { read: 0, write: 2 });
  t.is(product.images.length, 2);

  const added = await costOf(db.admin, shop.storeKey, async () => {
    const args = { id: product.id, images: images('/red.png') };
    const { body } = await callTool(api, shop.storeKey, 'add_product_images_from_urls', args);
    product = body.result.structuredContent;
  });
  t.deepEqual(added, { read: 0, write: 1 });
  const { url } = product.images.at(-1);
  const shown = await fetch(url.replace(mediaUrl, `${api.url}/media`));
  t.is(shown.headers.get('content-type'), 'image/webp');
});

test.serial('one link that fails writes nothing, and says which', async (t) => {
  const images = [{ source_url: server.url('/red.png') }, { source_url: server.url('/gone.png') }];
  const args = { name: 'Unpictured', variants: [{ sku: randomUUID(), name: 'x', price: 1 }], images };
  const refusal = refusalOf(await callTool(api, shop.storeKey, 'create_product', args));
  t.deepEqual(refusal.fields, { 'images.1.source_url': ['answers with status 404'] });
  const { rows } = await db.admin.query(`select from app.products where name = 'Unpictured'`);
  t.is(rows.length, 0);
});

test.serial('a store of pictures that does not answer is a result too', async (t) => {
  // A file where the folder of the pictures was.
  fs.renameSync(api.mediaDirectory, `${api.mediaDirectory}-away`);
  fs.writeFileSync(api.mediaDirectory, '');
  try {
    const args = { name: 'Unstored', logo_url: server.url('/red.png') };
    t.is(refusalOf(await callTool(api, shop.storeKey, 'create_brand', args)).code, 'STORAGE_UNAVAILABLE');
  } finally {
    fs.rmSync(api.mediaDirectory);
    fs.renameSync(`${api.mediaDirectory}-away`, api.mediaDirectory);
  }
});

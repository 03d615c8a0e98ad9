// Pictures that an import named by link: each is fetched once and shown with its variant; one that cannot be had is said so.
import os from 'node:os';
import test from 'ava';
import sharp from 'sharp';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { runJobs } from '../helpers/jobs.ts';
import { authority, startImageServer } from '../helpers/servers/image-server.ts';
import { asCompany, createShop, type TestShop } from '../helpers/shop.ts';
import { hire } from '../helpers/staff.ts';
import { until, workers } from '../helpers/webhooks.ts';

let db: TestDatabase;
let shop: TestShop;
test.before(async () => {
  db = await freshDatabase('serves all companies');
  shop = await createShop(db.admin);
});
test.after.always(() => db?.drop());

test('pictures of an import are fetched in order, once, and shown with their variants', async (t) => {
  t.timeout(120_000);
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const asked: string[] = [];
  const host = await startImageServer((request, response) => {
    asked.push(request.url!);
    if (request.url === '/gone.png') response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'image/png' }).end(picture);
  });
  const [{ id: storeId }] = shop.stores;
  const input = {
    store_id: storeId,
    handle: 'saree',
    name: 'Saree',
    variants: [{ sku: 'S-1', name: 'One', price: 10 }],
    image_links: [
      { source_url: host.url('/a.png'), alt_text: 'Front', skus: [] },
      { source_url: host.url('/gone.png'), skus: [] },
      { source_url: host.url('/b.png'), skus: ['S-1'] },
    ],
  };
  const take = () =>
    asCompany(
      db.admin,
      shop.companyId,
      (client) => client.query('select internal.import_product($1) as done', [input]),
      {
        id: shop.companyId,
        name: 'Owner',
        permissions: ['catalog.manage'],
      },
    );
  t.is((await take()).rows[0].done.image_links, 3);
  t.is((await take()).rows[0].done.image_links, 0);
  t.truthy(authority);
  const running = await workers(db, {
    OUTBOUND_ALLOW: '127.0.0.0/8, localhost',
    OUTBOUND_CA: new URL('../fixtures/certificates/authority.pem', import.meta.url).pathname,
    MEDIA_URL: `file://${os.tmpdir()}/haat-image-links-${process.pid}`,
  });
  await until(db, `select count(*) = 2 from app.image_links where status = 'fetched'`, [], 60_000);
  await until(
    db,
    `select count(*) = 1 from app.image_links where status = 'waiting' and problem is not null`,
    [],
    60_000,
  );
  await running.stop();
  await host.stop();
  t.deepEqual(asked.toSorted(), ['/a.png', '/b.png', '/gone.png']);
  const { rows } = await db.admin.query(
    `select i.alt_text, i.position, i.is_thumbnail, v.sku from app.product_images i
     left join app.variants v on v.image_id = i.id where i.store_id = $1 order by i.position`,
    [storeId],
  );
  t.deepEqual(rows, [
    { alt_text: 'Front', position: 0, is_thumbnail: true, sku: null },
    { alt_text: null, position: 1, is_thumbnail: false, sku: 'S-1' },
  ]);
  const { rows: told } = await db.admin.query(
    'select distinct actor_name from internal.readable_activity_log where store_id = $1',
    [storeId],
  );
  t.deepEqual(told, [{ actor_name: 'Owner' }], 'what a worker does is no act of people');
  const { rows: used } = await db.admin.query('select used from gate.image_links where company_id = $1', [
    shop.companyId,
  ]);
  t.is(used[0].used, 3, 'each counts to the links of the day');

  // Tried for the last time; an import tells it by the line of its file.
  await db.admin.query(`update app.image_links set status = 'refused' where problem is not null`);
  const { id } = await hire(db, shop.companyId, { role: 'owner' });
  const one = (sql: string, values: unknown[]) =>
    asCompany(db.admin, shop.companyId, async (client) => (await client.query(sql, values)).rows[0], {
      id,
      name: 'Owner',
      permissions: ['catalog.manage'],
    });
  const { job } = await one(`select internal.start_import($1, 'products', 'shopify', 'a.csv') as job`, [storeId]);
  await one('select internal.add_import_lines($1, $2)', [job, JSON.stringify([{ line: 7, input }])]);
  await one('select internal.queue_import($1)', [job]);
  await runJobs(db, shop.companyId);
  const { found } = await one('select internal.import_documents($1, $2) as found', [storeId, job]);
  t.is(found.imports[0].job.succeeded_count, 1);
  t.is(found.imports[0].pictures.length, 1);
  t.like(found.imports[0].pictures[0], { line: 7, message: 'answers with status 404' });
  t.regex(found.imports[0].pictures[0].source_url, /\/gone\.png$/);
});

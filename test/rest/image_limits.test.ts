// What pictures count and how many at a time, and what becomes of retries. see: guides/images#rules
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import test from 'ava';
import { drawn } from '../helpers/servers/image-server.ts';
import { createKey, createShop, holdMinute } from '../helpers/shop.ts';
import {
  api,
  closeImageShop,
  createProduct,
  db,
  file,
  form,
  held,
  links,
  openImageShop,
  rowsOf,
  send,
  sendForm,
  server,
  shop,
  storedFiles,
  variants,
} from '../helpers/shops/image-shop.ts';

test.before(openImageShop);
test.after.always(closeImageShop);

/** Calls that change the number of files run one after another. */
const serially = test.serial;

serially(
  'each picture costs a write; a call that would pass the limit takes nothing and fetches nothing',
  async (t) => {
    const small = await createShop(db.admin, { writes_per_minute: 5 });
    await holdMinute(db.admin, small.storeKey);
    const { key } = small.storeKey;
    const create = (images: object[]) =>
      send('POST', '/products', { name: 'x', variants: variants(), images }, { key });
    const first = await create(links('/red.png', '/red.png', '/red.png'));
    t.is(first.status, 201);
    t.is(first.headers.get('x-ratelimit-remaining'), '2');
    const before = server.asked.length;
    const refused = await create(links('/red.png', '/red.png', '/red.png'));
    t.is(refused.status, 429);
    t.is(refused.headers.get('x-ratelimit-remaining'), '2');
    t.true(Number(refused.headers.get('retry-after')) <= 60);
    t.is(server.asked.length, before);
    const red = file(await drawn('png'));
    const path = `/products/${first.body.id}/images`;
    const formed = await sendForm('POST', path, form(['images', red], ['images', red], ['images', red]), { key });
    t.is(formed.status, 429);
    t.is(formed.headers.get('x-ratelimit-remaining'), '2');
    const plain = await create([]);
    t.is(plain.headers.get('x-ratelimit-remaining'), '1', 'without pictures it is one write');
    t.is((await sendForm('POST', path, form(['images', red]), { key })).headers.get('x-ratelimit-remaining'), '0');
    const full = await sendForm('POST', path, form(['images', red]), { key });
    t.is(full.status, 429);
    const reader = await createKey(db.admin, small.companyId, {
      storeId: small.stores[0].id,
      scopes: ['products:read'],
    });
    t.is((await send('POST', path, { images: links('/red.png') }, { key: reader.key })).status, 403);
    t.is((await sendForm('POST', path, form(['images', red]), { key: reader.key })).status, 403);
    t.is((await sendForm('POST', path, form(['images', red]), { key: 'service_sk_none' })).status, 401);
  },
);

serially('two calls with pictures at a time a key: a third is told to come back in 5 seconds', async (t) => {
  held.length = 0;
  const running = [createProduct(links('/held')), createProduct(links('/held'))];
  while (held.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
  const third = await createProduct(links('/red.png'));
  t.is(third.status, 429);
  t.is(third.body.error.code, 'RATE_LIMITED');
  t.is(third.headers.get('retry-after'), '5');
  const formed = await sendForm('POST', '/brands', form(['name', 'x'], ['logo', file(await drawn('png'))]));
  t.is(formed.headers.get('retry-after'), '5');
  t.is((await createProduct([])).status, 201, 'a call without pictures is not counted so');
  const { body: other } = await send(
    'POST',
    '/products',
    { name: 'x', variants: variants(), store_id: shop.stores[0].id, images: links('/red.png') },
    { key: shop.companyKey.key },
  );
  t.is(other.images?.length, 1, 'another key has its own places');
  for (const answer of held) answer();
  t.deepEqual(
    (await Promise.all(running)).map(({ status }) => status),
    [201, 201],
  );
  t.is((await createProduct(links('/red.png'))).status, 201);
  t.is(await rowsOf('gate.image_calls'), 0);
});

serially('a place that a dead process left behind runs out, also after the clock was set back', async (t) => {
  const { key, id } = await createKey(db.admin, shop.companyId, { storeId: shop.stores[0].id });
  const left = (seconds: number) =>
    db.admin.query(
      `insert into gate.image_calls (key_id, lineage_id, slot, lease, expires_at)
       select $1, $1, n, gen_random_uuid(), now() + $2 * interval '1 second' from generate_series(1, 2) n
       on conflict on constraint image_calls_pkey do update set expires_at = excluded.expires_at`,
      [id, seconds],
    );
  const create = () =>
    send('POST', '/products', { name: 'x', variants: variants(), images: links('/red.png') }, { key });
  await left(30);
  t.is((await create()).status, 429);
  await left(-1);
  t.is((await create()).status, 201);
  await left(3600);
  t.is((await create()).status, 201, 'no call holds a place for an hour');
  await db.admin.query('delete from gate.image_calls');
});

serially('a call takes no place of another that read the clock a moment later and came first', async (t) => {
  const { hash } = await createKey(db.admin, shop.companyId, { storeId: shop.stores[0].id });
  const start = async (key: string | null) =>
    (await db.as('haat_gateway').query('select gate.start_image_call($1, 30, $2) as answer', [hash, key])).rows[0]
      .answer;
  t.truthy((await start(null)).lease);
  t.truthy((await start('one call')).lease);
  await db.admin.query(`update gate.image_calls set expires_at = expires_at + interval '1 second'`);
  t.is((await start('one call')).sqlstate, 'HT007');
  t.is((await start(null)).sqlstate, 'HT005');
  await db.admin.query('delete from gate.image_calls');
});

serially('2,000 links a company and UTC day, whether they download or not', async (t) => {
  const other = await createShop(db.admin);
  const { key } = other.storeKey;
  const create = (...paths: string[]) =>
    send('POST', '/products', { name: 'x', variants: variants(), images: links(...paths) }, { key });
  await create('/red.png', '/missing');
  const used = async () =>
    (await db.admin.query('select used from gate.image_links where company_id = $1', [other.companyId])).rows[0].used;
  t.is(await used(), 2);
  await db.admin.query('update gate.image_links set used = 1998 where company_id = $1', [other.companyId]);
  const before = server.asked.length;
  const refused = await create('/red.png', '/red.png', '/red.png');
  t.is(refused.status, 429);
  const toMidnight = 86_400 - ((Date.now() / 1000) % 86_400);
  t.true(Math.abs(Number(refused.headers.get('retry-after')) - toMidnight) < 60);
  t.is(server.asked.length, before);
  t.is(await used(), 1998, 'a call that does not fit counts nothing');
  t.is((await create('/red.png', '/red.png')).status, 201);
  t.is((await create('/red.png')).status, 429);
  const more = { key: other.companyKey.key };
  const body = { name: 'x', store_id: other.stores[1].id, logo_url: server.url('/red.png') };
  t.is((await send('POST', '/brands', body, more)).status, 429, 'over all keys');
  const red = file(await drawn('png'));
  t.is(
    (await sendForm('POST', `/brands?store_id=${other.stores[1].id}`, form(['name', 'x'], ['logo', red]), more)).status,
    201,
    'files are no links',
  );
  t.is(await rowsOf('gate.image_calls'), 0);
});

serially('a retry is answered from memory: nothing is fetched, counted as a link or stored again', async (t) => {
  const idempotencyKey = randomUUID();
  const body = { name: 'Once', variants: variants(), images: links('/red.png', '/blue.jpg') };
  const first = await send('POST', '/products', body, { idempotencyKey });
  const files = storedFiles();
  const asked = server.asked.length;
  const linksUsed = () => db.admin.query('select used from gate.image_links where company_id = $1', [shop.companyId]);
  const used = (await linksUsed()).rows;
  const again = await send('POST', '/products', body, { idempotencyKey });
  t.is(again.status, 201);
  t.is(again.headers.get('idempotent-replayed'), 'true');
  t.is(again.text, first.text);
  t.is(server.asked.length, asked);
  t.deepEqual((await linksUsed()).rows, used);
  const other = await send('POST', '/products', { ...body, name: 'Twice' }, { idempotencyKey });
  t.is(other.body.error.code, 'IDEMPOTENCY_CONFLICT');
  t.is(server.asked.length, asked);
  t.deepEqual(storedFiles(), files);
  const failing = randomUUID();
  const broken = { name: 'x', variants: variants(), images: links('/missing') };
  t.is((await send('POST', '/products', broken, { idempotencyKey: failing })).status, 422);
  t.is(
    (await send('POST', '/products', { ...broken, images: links('/red.png') }, { idempotencyKey: failing })).status,
    201,
    'a 422 is not kept',
  );
});

serially('a twin with pictures is told at once that the first is under way, and fetches nothing', async (t) => {
  const idempotencyKey = randomUUID();
  const files = storedFiles().length;
  const body = { name: 'Twin', variants: variants(), images: links('/held') };
  held.length = 0;
  const first = send('POST', '/products', body, { idempotencyKey });
  while (held.length === 0) await new Promise(setImmediate);
  const asked = server.asked.length;
  const twin = await send('POST', '/products', body, { idempotencyKey });
  t.deepEqual([twin.status, twin.body.error.code], [409, 'IDEMPOTENCY_IN_FLIGHT']);
  const form = new FormData();
  form.append('name', 'Twin');
  form.append('logo', file(await drawn('png')), 'logo.png');
  t.is((await sendForm('POST', '/brands', form, { idempotencyKey })).body.error.code, 'IDEMPOTENCY_IN_FLIGHT');
  t.is(server.asked.length, asked);
  for (const release of held.splice(0)) release();
  t.is((await first).status, 201);
  t.is((await send('POST', '/products', body, { idempotencyKey })).headers.get('idempotent-replayed'), 'true');
  t.is(storedFiles().length, files + 1);
});

serially('a picture store that does not answer is 502, counted, and the same call succeeds later', async (t) => {
  const { mediaDirectory } = api;
  fs.renameSync(mediaDirectory, `${mediaDirectory}-away`);
  fs.writeFileSync(mediaDirectory, 'a file where a folder should be');
  const body = { name: 'x', variants: variants(), images: links('/red.png') };
  const idempotencyKey = randomUUID();
  const answer = await send('POST', '/products', body, { idempotencyKey });
  fs.rmSync(mediaDirectory);
  fs.renameSync(`${mediaDirectory}-away`, mediaDirectory);
  t.is(answer.status, 502);
  t.is(answer.body.error.code, 'STORAGE_UNAVAILABLE');
  t.truthy(answer.headers.get('x-ratelimit-remaining'));
  const again = await send('POST', '/products', body, { idempotencyKey });
  t.is(again.status, 201);
  t.is(again.headers.get('idempotent-replayed'), null);
});

// Pictures of products, shelves and swatches through REST: by link from an https server on this machine that one rule
// allows, and as parts of forms.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import test from 'ava';
import { loadSettings } from '../../server/settings.ts';
import { mediaUrl, startApi, type TestApi } from '../helpers/api.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { answersAs } from '../helpers/documents.ts';
import { authority, drawn, type PictureServer, startPictureServer } from '../helpers/picture-server.ts';
import { createKey, createShop, type TestShop } from '../helpers/shop.ts';

let db: TestDatabase;
let api: TestApi;
/** Allows no private address. */
let strict: TestApi;
/** Waits half a second for a link. */
let impatient: TestApi;
let shop: TestShop;
let server: PictureServer;
/** Answers of /held wait here until a test lets them go. */
let held: (() => void)[] = [];

test.before(async () => {
  db = await freshDatabase();
  shop = await createShop(db.admin);
  const files: Record<string, Buffer> = {
    '/red.png': await drawn('png'),
    '/blue.jpg': await drawn('jpeg', { colour: '#2980b9', width: 60 }),
    '/green.webp': await drawn('webp', { colour: '#27ae60' }),
    '/still.gif': await drawn('gif'),
    '/drawing.svg': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    '/wide.png': await drawn('png', { width: 8001, height: 1 }),
  };
  server = await startPictureServer((request, response) => {
    const [path] = request.url!.split('?');
    if (path === '/held') held.push(() => response.end(files['/red.png']));
    else if (path === '/endless') response.write(Buffer.alloc(11_000_000));
    else if (files[path!]) response.end(files[path!]);
    else response.writeHead(404).end();
  });
  const pool = db.as('haat_gateway');
  const { outboundAllow } = loadSettings({ OUTBOUND_ALLOW: `localhost:${server.port}` });
  api = await startApi({ pool, outboundAllow, outboundCa: authority });
  impatient = await startApi({
    pool,
    outboundAllow,
    outboundCa: authority,
    pictureLimits: { linkMs: 500, callMs: 30_000 },
  });
  strict = await startApi({ pool, outboundCa: authority });
});
test.after.always(async () => {
  await api?.stop();
  await strict?.stop();
  await impatient?.stop();
  await server?.stop();
  await db?.drop();
});

type More = { key?: string; idempotencyKey?: string; through?: TestApi };
const send = (method: string, path: string, body?: unknown, more: More = {}) =>
  (more.through ?? api).request(method, path, { key: shop.storeKey.key, body, ...more });
const sendForm = (method: string, path: string, form: FormData, more: More = {}) =>
  api.request(method, path, { key: shop.storeKey.key, raw: form, ...more });

const variants = () => [{ sku: randomUUID(), name: 'x', price: 1 }];
const links = (...paths: string[]) => paths.map((path) => ({ source_url: server.url(path) }));
const createProduct = (images: object[], more: object = {}) =>
  send('POST', '/products', { name: 'Pictured', variants: variants(), images, ...more });

const file = (bytes: Buffer, type = 'image/png') => new Blob([new Uint8Array(bytes)], { type });
const form = (...entries: [string, string | Blob][]) => {
  const data = new FormData();
  for (const [name, value] of entries) {
    if (typeof value === 'string') data.append(name, value);
    else data.append(name, value, 'picture.png');
  }
  return data;
};

const storedFiles = () =>
  fs.readdirSync(api.mediaDirectory, { recursive: true }).filter((name) => String(name).endsWith('.webp'));
const rowsOf = async (table: string) => (await db.admin.query(`select count(*)::int as n from ${table}`)).rows[0].n;
/** Fetches a picture by the address that documents show, from where this test's API listens. */
const open = (url: string) => fetch(url.replace(mediaUrl, `${api.url}/media`));

/** Calls that change the number of files run one after another. */
const serially = test.serial;

serially('a product takes pictures by link, in display order, as WebP on our own origin', async (t) => {
  const { status, body } = await createProduct(
    [
      { source_url: server.url('/red.png'), alt_text: 'Front' },
      { source_url: server.url('/blue.jpg') },
      { source_url: server.url('/still.gif') },
      { source_url: server.url('/green.webp') },
    ],
    { variants: [{ ...variants()[0], image_index: 1 }] },
  );
  t.is(status, 201, JSON.stringify(body));
  answersAs(t, 'create_product', body);
  t.deepEqual(
    body.images.map((image: Record<string, unknown>) => [image.position, image.alt_text, image.is_thumbnail]),
    [
      [0, 'Front', true],
      [1, null, false],
      [2, null, false],
      [3, null, false],
    ],
  );
  t.is(body.thumbnail, body.images[0].url);
  t.deepEqual(body.variants[0].image, { id: body.images[1].id, url: body.images[1].url });
  const answer = await open(body.images[1].url);
  t.is(answer.status, 200);
  t.is(answer.headers.get('content-type'), 'image/webp');
  t.is(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable');
  t.is(answer.headers.get('x-content-type-options'), 'nosniff');
  const bytes = Buffer.from(await answer.arrayBuffer());
  t.is(bytes.toString('latin1', 8, 12), 'WEBP');
  const { rows } = await db.admin.query('select width, height, size_bytes from app.product_images where id = $1', [
    body.images[1].id,
  ]);
  t.deepEqual(rows, [{ width: 60, height: 30, size_bytes: bytes.length }]);
});

serially('one bad link fails the call: 422 naming it, and nothing is written or kept', async (t) => {
  const files = storedFiles();
  const products = await rowsOf('app.products');
  for (const [path, problem] of [
    ['/drawing.svg', 'must be a PNG, JPEG, WebP or GIF image'],
    ['/wide.png', 'must be at most 8000 pixels on its longest side'],
    ['/missing', 'answers with status 404'],
    ['/endless', 'is larger than 10 MB'],
  ] as const) {
    const answer = await createProduct(links('/red.png', path, '/blue.jpg'));
    t.is(answer.status, 422, path);
    t.deepEqual(answer.body.error.fields, { 'images.1.source_url': [problem] });
  }
  for (const link of ['http://localhost/x.png', 'ftp://localhost/x.png', 'x', 'data:image/png;base64,AA']) {
    t.is((await createProduct([{ source_url: link }])).status, 422, link);
  }
  t.deepEqual(storedFiles(), files);
  t.is(await rowsOf('app.products'), products);
});

serially('a link that does not arrive in its time is refused', async (t) => {
  const body = { name: 'x', variants: variants(), images: links('/held') };
  const answer = await send('POST', '/products', body, { through: impatient });
  t.is(answer.status, 422);
  t.deepEqual(answer.body.error.fields, { 'images.0.source_url': ['did not arrive in time'] });
});

serially('the same link is refused where no rule allows its address', async (t) => {
  const before = server.asked.length;
  for (const host of ['localhost', '127.0.0.1', '2130706433', '[::1]', '[::ffff:127.0.0.1]']) {
    const answer = await send(
      'POST',
      '/products',
      { name: 'x', variants: variants(), images: [{ source_url: server.url('/red.png', host) }] },
      { through: strict },
    );
    t.is(answer.status, 422);
    t.deepEqual(answer.body.error.fields, { 'images.0.source_url': ['points to an address that is not public'] });
  }
  const elsewhere = await createProduct([{ source_url: 'https://169.254.169.254/latest/meta-data' }]);
  t.deepEqual(elsewhere.body.error.fields, { 'images.0.source_url': ['points to an address that is not public'] });
  t.is(server.asked.length, before);
});

serially('an operation that is refused leaves no file behind', async (t) => {
  const files = storedFiles();
  const taken = variants();
  await send('POST', '/products', { name: 'x', variants: taken });
  t.is((await createProduct(links('/red.png'), { variants: taken })).status, 409);
  t.is((await send('POST', `/products/${randomUUID()}/images`, { images: links('/red.png') })).status, 404);
  t.is((await createProduct(links('/red.png'), { brand_id: randomUUID() })).status, 409);
  t.deepEqual(storedFiles(), files);
});

serially('the gallery is added to, ordered, described and thinned out', async (t) => {
  const { body: product } = await createProduct(links('/red.png', '/blue.jpg'));
  const path = `/products/${product.id}`;
  const added = await send('POST', `${path}/images`, { images: [{ ...links('/still.gif')[0], alt_text: 'Third' }] });
  t.is(added.status, 201);
  answersAs(t, 'add_product_images', added.body);
  const [a, b, c] = added.body.images.map(({ id }: { id: string }) => id);
  const order = (answer: { body: { images: { id: string; position: number }[] } }) => {
    t.deepEqual(
      answer.body.images.map(({ position }) => position),
      [...answer.body.images.keys()],
    );
    return answer.body.images.map(({ id }) => id);
  };
  t.deepEqual(order(await send('POST', `${path}/images/reorder`, { image_ids: [c, a, b] })), [c, a, b]);
  for (const ids of [
    [a, b],
    [a, b, b],
    [a, b, c, c],
    [a, b, randomUUID()],
  ]) {
    const answer = await send('POST', `${path}/images/reorder`, { image_ids: ids });
    t.is(answer.status, 422);
    t.deepEqual(Object.keys(answer.body.error.fields), ['image_ids']);
  }
  const moved = await send('PATCH', `${path}/images/${c}`, { position: 99, alt_text: null, is_thumbnail: true });
  answersAs(t, 'update_product_image', moved.body);
  t.deepEqual(order(moved), [a, b, c]);
  t.like(moved.body.images[2], { alt_text: null, is_thumbnail: true });
  t.is(moved.body.thumbnail, moved.body.images[2].url);
  t.deepEqual(order(await send('PATCH', `${path}/images/${c}`, { position: 1 })), [a, c, b]);
  await send('PATCH', path, { variants: [{ id: product.variants[0].id, image_id: c }] });
  const removed = await send('DELETE', `${path}/images/${c}`);
  t.deepEqual(removed.body, { id: c, deleted: true });
  t.is((await send('DELETE', `${path}/images/${c}`)).status, 404);
  t.is((await send('PATCH', `${path}/images/${c}`, { position: 0 })).status, 404);
  const left = await send('GET', path);
  t.deepEqual(order(left), [a, b]);
  t.true(left.body.images[0].is_thumbnail);
  t.is(left.body.variants[0].image, null);
  t.is((await open(moved.body.thumbnail)).status, 200, 'past orders may show it');
});

serially('a change of a product brings further pictures and hands them to variants', async (t) => {
  const { body: product } = await createProduct(links('/red.png'));
  const [variant] = product.variants;
  const { body, status } = await send('PATCH', `/products/${product.id}`, {
    images: links('/blue.jpg', '/green.webp'),
    variants: [{ id: variant.id, image_index: 1 }],
  });
  t.is(status, 200, JSON.stringify(body));
  t.is(body.images.length, 3);
  t.is(body.variants[0].image.id, body.images[2].id);
  const cleared = await send('PATCH', `/products/${product.id}`, { variants: [{ id: variant.id, image_index: null }] });
  t.is(cleared.body.variants[0].image, null);
});

serially('categories, brands and swatches take pictures by link and give them up for null', async (t) => {
  const link = server.url('/red.png');
  for (const [resource, one, field, shown] of [
    ['categories', 'category', 'image_url', 'image'],
    ['brands', 'brand', 'logo_url', 'logo'],
  ] as const) {
    const { body } = await send('POST', `/${resource}`, { name: 'Pictured', [field]: link, banner_url: link });
    answersAs(t, `create_${one}`, body);
    t.is((await open(body[shown])).status, 200);
    t.not(body[shown], body.banner_image);
    const changed = await send('PATCH', `/${resource}/${body.id}`, { [field]: null, name: 'Less' });
    t.like(changed.body, { [shown]: null, banner_image: body.banner_image });
    const bad = await send('PATCH', `/${resource}/${body.id}`, { banner_url: server.url('/missing') });
    t.deepEqual(bad.body.error.fields, { banner_url: ['answers with status 404'] });
  }
  const { body: attribute } = await send('POST', '/attributes', {
    name: `Pattern ${randomUUID()}`,
    type: 'variant',
    input_type: 'image',
    values: [{ value: 'Plain' }, { value: 'Dots', swatch_image_url: link }],
  });
  answersAs(t, 'create_attribute', attribute);
  const [plain, dots] = attribute.values;
  t.is(plain.swatch_image_url, null);
  t.is((await open(dots.swatch_image_url)).status, 200);
  const path = `/attributes/${attribute.id}/values`;
  const changed = await send('PATCH', `${path}/${dots.id}`, { swatch_image_url: null });
  t.is(changed.body.values[1].swatch_image_url, null);
  const bad = await send('POST', path, {
    values: [{ value: 'X' }, { value: 'Y', swatch_image_url: server.url('/missing') }],
  });
  t.deepEqual(bad.body.error.fields, { 'values.1.swatch_image_url': ['answers with status 404'] });
  const many = Array.from({ length: 11 }, (_, n) => ({ value: `v${n}`, swatch_image_url: link }));
  t.is((await send('POST', path, { values: many })).status, 422);
  const text = await send('POST', '/attributes', {
    name: randomUUID(),
    type: 'variant',
    values: [{ value: 'x', swatch_image_url: link }],
  });
  t.deepEqual(Object.keys(text.body.error.fields), ['values.0.swatch_image_url']);
});

serially('a form brings files as parts and other fields as text', async (t) => {
  const red = file(await drawn('png'));
  const blue = file(await drawn('jpeg'), 'text/plain');
  const { status, body } = await sendForm(
    'POST',
    '/categories',
    form(['name', 'Formed'], ['position', '7'], ['seo', '{"title":"T"}'], ['image', red], ['banner', blue]),
  );
  t.is(status, 201, JSON.stringify(body));
  answersAs(t, 'create_category', body);
  t.like(body, { name: 'Formed', position: 7, seo: { title: 'T', description: null } });
  t.is((await open(body.image)).status, 200);
  t.is((await open(body.banner_image)).status, 200);
  const mixed = await sendForm(
    'POST',
    '/brands',
    form(['name', 'Mixed'], ['logo', red], ['banner_url', server.url('/red.png')]),
  );
  t.is(mixed.status, 201, mixed.text);
  t.is((await open(mixed.body.banner_image)).status, 200);
  const without = await sendForm('PATCH', `/brands/${mixed.body.id}`, form(['description', 'only text']));
  t.is(without.body.description, 'only text');
  const { body: product } = await createProduct([]);
  const images = await sendForm('POST', `/products/${product.id}/images`, form(['images', red], ['images', blue]));
  t.is(images.status, 201, images.text);
  t.is(images.body.images.length, 2);
  const company = await sendForm(
    'POST',
    `/brands?store_id=${shop.stores[1].id}`,
    form(['name', 'Elsewhere'], ['logo', red]),
    {
      key: shop.companyKey.key,
    },
  );
  t.is(company.body.store_id, shop.stores[1].id);
});

serially('forms that are wrong say what is wrong', async (t) => {
  const red = file(await drawn('png'));
  const files = storedFiles();
  const brands = await rowsOf('app.brands');
  const cases: [FormData, number, object][] = [
    [
      form(['name', 'x'], ['logo', red], ['logo_url', server.url('/red.png')]),
      422,
      { logo: ['must come once, and by link or as a part, not both'] },
    ],
    [
      form(['name', 'x'], ['logo', red], ['logo', red]),
      422,
      { logo: ['must come once, and by link or as a part, not both'] },
    ],
    [form(['name', 'x'], ['photo', red]), 422, { photo: ['not allowed'] }],
    [form(['name', 'x'], ['name', 'y']), 422, { name: ['must be given once'] }],
    [form(['logo', red]), 422, { name: ['is required'] }],
    [form(['name', 'x'], ['seo', '{broken']), 422, { seo: ['must be an object'] }],
    [
      form(['name', 'x'], ['logo', file(Buffer.from('<svg/>'))]),
      422,
      { logo: ['must be a PNG, JPEG, WebP or GIF image'] },
    ],
    [
      form(['name', 'x'], ['logo', 'https://localhost/x.png']),
      422,
      { logo: ['must be a PNG, JPEG, WebP or GIF image'] },
    ],
    [form(['name', 'x'], ['logo', file(Buffer.alloc(11 * 1_048_576))]), 413, { logo: ['must be at most 10 MB'] }],
    [form(['name', 'x'], ['description', 'x'.repeat(1_100_000)]), 413, { description: ['must be at most 1 MB'] }],
  ];
  for (const [data, status, fields] of cases) {
    const answer = await sendForm('POST', '/brands', data);
    t.is(answer.status, status, answer.text);
    t.deepEqual(answer.body.error.fields, fields);
    t.is(answer.body.error.code, 'VALIDATION_ERROR');
    t.truthy(answer.headers.get('x-ratelimit-limit'));
  }
  const { body: product } = await createProduct([]);
  const half = file(Buffer.alloc(9 * 1_048_576));
  const six = await sendForm(
    'POST',
    `/products/${product.id}/images`,
    form(...Array.from({ length: 6 }, () => ['images', half] as [string, Blob])),
  );
  t.is(six.status, 413);
  t.deepEqual(six.body.error.fields, { body: ['must be at most 50 MB'] });
  const eleven = await sendForm(
    'POST',
    `/products/${product.id}/images`,
    form(...Array.from({ length: 11 }, () => ['images', red] as [string, Blob])),
  );
  t.is(eleven.status, 422);
  t.is((await sendForm('POST', '/attributes', form(['name', 'x']))).status, 415, 'takes no form');
  t.deepEqual(storedFiles(), files);
  t.is(await rowsOf('app.brands'), brands);
});

serially('a text of a form that is not UTF-8 is 422, not a product with another name', async (t) => {
  const lines = ['--b', 'Content-Disposition: form-data; name="name"', '', 'caf\xe9', '--b--', ''].join('\r\n');
  const answer = await api.request('POST', '/brands', {
    key: shop.storeKey.key,
    raw: Buffer.from(lines, 'latin1'),
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  });
  t.is(answer.status, 422);
  t.deepEqual(answer.body.error.fields, { name: ['must be text in UTF-8'] });
});

serially('forms that are broken are 422, whatever is broken', async (t) => {
  const type = 'multipart/form-data; boundary=b';
  for (const [raw, contentType] of [
    ['', type],
    ['no boundary here', type],
    ['--b\r\nContent-Disposition: form-data; name="name"\r\n\r\ncut', type],
    ['--b\r\nContent-Disposition: form-data; name="logo"; filename="x"\r\n\r\ncut', type],
    ['--b--\r\n', 'multipart/form-data'],
    [`--b\r\n${'X-Header: y\r\n'.repeat(5000)}\r\n--b--\r\n`, type],
  ] as const) {
    const answer = await api.request('POST', '/brands', {
      key: shop.storeKey.key,
      raw,
      headers: { 'content-type': contentType },
    });
    t.is(answer.status, 422, JSON.stringify(raw.slice(0, 80)) + answer.text);
  }
  t.is(await rowsOf('gate.image_calls'), 0, 'every place is given back');
});

serially(
  'each picture costs a write; a call that would pass the limit takes nothing and fetches nothing',
  async (t) => {
    const small = await createShop(db.admin, { writes_per_minute: 5 });
    // So that the minute does not turn while the test counts.
    const left = 60_000 - (Date.now() % 60_000);
    if (left < 5_000) await new Promise((resolve) => setTimeout(resolve, left));
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
  held = [];
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

serially('a place that a dead process left behind runs out', async (t) => {
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
  await left(60);
  t.is((await create()).status, 429);
  await left(-1);
  t.is((await create()).status, 201);
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
  t.true(Math.abs(Number(refused.headers.get('retry-after')) - toMidnight) < 5);
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

serially('the key of a form covers the route only', async (t) => {
  const idempotencyKey = randomUUID();
  const red = file(await drawn('png'));
  const first = await sendForm('POST', '/brands', form(['name', 'First'], ['logo', red]), { idempotencyKey });
  const files = storedFiles();
  const again = await sendForm('POST', '/brands', form(['name', 'Another']), { idempotencyKey });
  t.is(again.status, 201);
  t.is(again.text, first.text);
  t.is(again.headers.get('idempotent-replayed'), 'true');
  t.deepEqual(storedFiles(), files);
  t.is(
    (await sendForm('POST', '/categories', form(['name', 'x']), { idempotencyKey })).body.error.code,
    'IDEMPOTENCY_CONFLICT',
  );
  const long = await sendForm('POST', '/brands', form(['name', 'x']), { idempotencyKey: 'x'.repeat(256) });
  t.is(long.status, 400);
  t.deepEqual(Object.keys(long.body.error.fields), ['Idempotency-Key']);
});

serially('a twin with pictures is told at once that the first is under way, and fetches nothing', async (t) => {
  const idempotencyKey = randomUUID();
  const files = storedFiles().length;
  const body = { name: 'Twin', variants: variants(), images: links('/held') };
  held = [];
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

serially('our image origin serves files whole, in part and not at all', async (t) => {
  const { body } = await createProduct(links('/red.png'));
  const url = body.thumbnail.replace(mediaUrl, `${api.url}/media`);
  const whole = Buffer.from(await (await fetch(url)).arrayBuffer());
  const head = await fetch(url, { method: 'HEAD' });
  t.is(head.headers.get('content-length'), String(whole.length));
  t.is(head.headers.get('content-type'), 'image/webp');
  const part = await fetch(url, { headers: { range: 'bytes=4-9' } });
  t.is(part.status, 206);
  t.is(part.headers.get('content-range'), `bytes 4-9/${whole.length}`);
  t.deepEqual(Buffer.from(await part.arrayBuffer()), whole.subarray(4, 10));
  const end = await fetch(url, { headers: { range: 'bytes=-5' } });
  t.deepEqual(Buffer.from(await end.arrayBuffer()), whole.subarray(-5));
  const beyond = await fetch(url, { headers: { range: `bytes=${whole.length}-` } });
  t.is(beyond.status, 416);
  t.is(beyond.headers.get('content-range'), `bytes */${whole.length}`);
  const etag = head.headers.get('etag')!;
  for (const [method, headers, status] of [
    ['GET', { range: 'bytes=4-9', 'if-range': etag }, 206],
    ['GET', { range: 'bytes=4-9', 'if-range': '"another"' }, 200],
    ['GET', { range: 'bytes=9-4' }, 200],
    ['GET', { range: 'bytes=0-1,4-9' }, 200],
    ['HEAD', { range: 'bytes=4-9' }, 200],
  ] as const) {
    t.is((await fetch(url, { method, headers })).status, status, JSON.stringify(headers));
  }
  const known = await fetch(url, {
    headers: { 'if-none-match': head.headers.get('etag')!, 'cache-control': 'max-age=0' },
  });
  t.is(known.status, 304);
  t.is((await fetch(url, { method: 'DELETE' })).status, 405);
  for (const path of [
    'x.webp',
    '../package.json',
    '..%2f..%2fpackage.json',
    'images/',
    '',
    '%00.webp',
    'images/../x.webp',
  ]) {
    t.is((await fetch(`${api.url}/media/${path}`)).status, 404, path);
  }
});

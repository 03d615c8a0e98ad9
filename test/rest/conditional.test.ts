// Reads of one record and lists of the catalog carry a tag; a caller that sends it back gets 304 until the answer is another
// one. What a tag does for writes is in versions.test.ts.
import test from 'ava';
import { operations } from '../../server/operations/index.ts';
import { type Answer, startApi, type TestApi } from '../helpers/api.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { call } from '../helpers/operations/call.ts';
import { makeDelivered } from '../helpers/operations/makers.ts';
import { finishRenames } from '../helpers/renames.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createKey, createShop, holdMinute, type TestShop } from '../helpers/shop.ts';

let db: TestDatabase;
let shop: TestShop;
let rival: TestShop;
let api: TestApi;
test.before(async () => {
  db = await borrowDatabase();
  shop = await createShop(db.admin);
  rival = await createShop(db.admin);
  api = await startApi({ pool: db.as('haat_gateway') });
});
test.after.always(async () => {
  await api?.stop();
  await db?.drop();
});

const get = (path: string, tag?: string, key = shop.storeKey.key, method = 'GET') =>
  api.request(method, path, { key, ...(tag !== undefined && { headers: { 'if-none-match': tag } }) });

async function write(method: string, path: string, body: object) {
  const answer = await api.request(method, path, { key: shop.storeKey.key, body, idempotencyKey: crypto.randomUUID() });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer.body;
}

const tagOf = ({ headers }: Answer) => headers.get('etag')!;

let made = 0;
/** A product with all that it shows, and where each of it is read. */
async function stock() {
  const n = ++made;
  const brand = await write('POST', '/brands', { name: `Brand ${n}` });
  const category = await write('POST', '/categories', { name: `Category ${n}` });
  const attribute = await write('POST', '/attributes', {
    name: `Size ${n}`,
    type: 'variant',
    values: [{ value: 'S' }],
  });
  const product = await write('POST', '/products', {
    name: `Product ${n}`,
    brand_id: brand.id,
    categories: [{ id: category.id }],
    variants: [{ sku: `SKU-${n}`, name: 'S', price: 10, options: [{ attribute: `Size ${n}`, value: 'S' }] }],
  });
  // As two pictures that the API fetched would be.
  await db.admin.query(
    `insert into app.product_images (company_id, store_id, product_id, media_key, position, is_thumbnail)
     select company_id, store_id, id, 'images/' || uuidv7(), n, n = 0 from app.products, generate_series(0, 1) n where id = $1`,
    [product.id],
  );
  return { brand, category, attribute, product };
}

const pathsOf = ({ brand, category, attribute, product }: Awaited<ReturnType<typeof stock>>) => ({
  list_products: '/products',
  get_product: `/products/${product.id}`,
  get_variant: `/variants/${product.variants[0].sku}`,
  list_categories: '/categories',
  get_category: `/categories/${category.id}`,
  list_brands: '/brands',
  get_brand: `/brands/${brand.id}`,
  list_attributes: '/attributes',
  get_attribute: `/attributes/${attribute.id}`,
});

/** The other records that are read alone. */
async function pathsOfOthers() {
  const customer = await write('POST', '/customers', { full_name: 'Rahima' });
  const { product } = await stock();
  const level = {
    location_id: shop.locationId,
    variant_id: product.variants[0].id,
    quantity_change: 9,
    reason: 'stock',
  };
  await write('POST', '/inventory/adjustments', level);
  const items = [{ variant_id: product.variants[0].id, quantity: 1 }];
  const order = await write('POST', '/orders', { customer_id: customer.id, items });
  const video = await write('POST', '/videos', { file_name: 'a.mp4', size_bytes: 1000 });
  const job = await write('POST', '/jobs', { operation: 'update_brand', lines: [{ id: crypto.randomUUID() }] });
  const make = async (operation: string, input = {}) => {
    const { key } = shop.storeKey;
    return (await call(api, operation, input, { key, idempotencyKey: crypto.randomUUID() })).document;
  };
  const { order: sent, parcel } = await makeDelivered({ db, api, shop, make });
  const lines = [{ order_item_id: sent.items[0].id, quantity: 1 }];
  const back = await make('create_return', { id: sent.id, lines });
  const payout = await make('record_payout', {
    courier_id: parcel.courier.id,
    lines: [{ code: sent.number, amount: 1 }],
  });
  const endpoint = await make('create_webhook_endpoint', { url: 'https://example.com/hook', event_types: ['*'] });
  return {
    get_parcel: `/parcels/${parcel.id}`,
    get_return: `/returns/${back.id}`,
    get_payout: `/payouts/${payout.id}`,
    get_payment: `/payments/${payout.lines[0].payment_id}`,
    get_customer: `/customers/${customer.id}?expand=stats`,
    get_location: `/locations/${shop.locationId}`,
    get_order: `/orders/${order.id}`,
    get_video: `/videos/${video.id}`,
    get_job: `/jobs/${job.id}`,
    get_webhook_endpoint: `/webhook-endpoints/${endpoint.id}`,
  };
}

test.serial('the tag of one company opens nothing at another, and a refusal has no tag', async (t) => {
  const { product } = await stock();
  const path = `/products/${product.id}`;
  const tag = tagOf(await get(path));
  for (const known of [tag, '*']) {
    const refused = await get(path, known, rival.storeKey.key);
    t.is(refused.status, 404);
    t.is(refused.headers.get('etag'), null);
    t.is(refused.headers.get('cache-control'), 'no-store');
    t.is((await get('/products', known, 'service_sk_nobody')).status, 401);
  }
  const narrow = await createKey(db.admin, shop.companyId, { scopes: ['orders:read'] });
  t.is((await get('/products', '*', narrow.key)).status, 403);
  t.is((await get('/products?limit=0', '*')).status, 422);
});

test.serial('304 without a body while nothing has changed, on each read with a tag and on no other', async (t) => {
  const paths: Record<string, string> = { ...pathsOf(await stock()), ...(await pathsOfOthers()) };
  const conditional = Object.entries(operations).filter(([, operation]) => 'conditional' in operation);
  t.deepEqual(conditional.map(([name]) => name).sort(), Object.keys(paths).sort());
  const single = Object.entries(operations).filter(
    ([, { method, output }]) => method === 'GET' && 'updated_at' in ((output as { shape?: object }).shape ?? {}),
  );
  t.deepEqual(
    single.filter(([, { conditional }]) => !conditional).map(([name]) => name),
    [],
    'of one record',
  );
  for (const [name, path] of Object.entries(paths)) {
    const first = await get(path);
    t.is(first.status, 200);
    t.regex(tagOf(first), name.startsWith('list_') ? /^W\/"[\w-]{27}"$/ : /^"\d+\.[\w-]{27}(\.gzip|\.br)?"$/, path);
    t.is(first.headers.get('cache-control'), 'private, no-cache');
    const again = await get(path, tagOf(first));
    t.is(again.status, 304, path);
    t.is(again.text, '');
    for (const name of ['etag', 'cache-control', 'vary']) t.is(again.headers.get(name), first.headers.get(name), name);
    t.is(again.headers.get('content-type'), null);
  }
  const other = await get('/channels', '*');
  t.is(other.status, 200);
  t.is(other.headers.get('etag'), null);
});

test.serial('a 304 counts as the read that it is', async (t) => {
  const { product } = await stock();
  const { id, key } = await createKey(db.admin, shop.companyId, { storeId: shop.stores[0].id });
  await holdMinute(db.admin, { id }, 'read');
  const path = `/products/${product.id}`;
  const first = await get(path, undefined, key);
  const again = await get(path, tagOf(first), key);
  t.is(again.status, 304);
  t.is(again.headers.get('x-ratelimit-limit'), first.headers.get('x-ratelimit-limit'));
  t.true(Number(again.headers.get('x-ratelimit-reset')) > 0);
  t.truthy(again.headers.get('x-request-id'));
  const { rows } = await db.admin.query(
    `select sum(used)::integer as reads from gate.rate_windows where key_id = $1 and bucket = 'read'`,
    [id],
  );
  t.is(rows[0].reads, 2);
});

test.serial('each encoding of a record has its own strong tag, and each tag is known in every encoding', async (t) => {
  const { product } = await stock();
  const read = (encoding: string, known = '') =>
    api.request('GET', `/products/${product.id}`, {
      key: shop.storeKey.key,
      headers: { 'accept-encoding': encoding, ...(known && { 'if-none-match': known }) },
    });
  await write('PATCH', `/products/${product.id}`, { description: 'Long enough to be worth packing. '.repeat(50) });
  const tags = await Promise.all(['identity', 'gzip', 'br'].map(async (encoding) => tagOf(await read(encoding))));
  const plain = tags[0]!.slice(0, -1);
  t.deepEqual(tags, [`${plain}"`, `${plain}.gzip"`, `${plain}.br"`]);
  for (const encoding of ['identity', 'gzip', 'br']) {
    for (const tag of tags) {
      const answer = await read(encoding, tag);
      t.deepEqual([answer.status, tagOf(answer)], [304, tag]);
    }
  }
});

test.serial('lists of tags, weak ones and * are understood; HEAD is as GET', async (t) => {
  const { product } = await stock();
  const path = `/products/${product.id}`;
  const tag = tagOf(await get(path));
  for (const known of [tag, `W/${tag}`, `"other", ${tag}`, `${tag},W/"other"`, '*', ' * '])
    t.is((await get(path, known)).status, 304, known);
  for (const known of ['"other"', '', tag.slice(1, -1), `"x${tag.slice(1)}`, '"*"', 'W/"'])
    t.is((await get(path, known)).status, 200, known);
  const head = await get(path, undefined, undefined, 'HEAD');
  t.is(head.status, 200);
  t.is(tagOf(head), tag);
  t.is((await get(path, tag, undefined, 'HEAD')).status, 304);
});

test.serial('keys that see the same have the same tag, those that see less another', async (t) => {
  const { product } = await stock();
  const path = `/products/${product.id}`;
  t.is(tagOf(await get(path, undefined, shop.companyKey.key)), tagOf(await get(path)));
  await api.request('POST', '/brands', {
    key: shop.companyKey.key,
    body: { store_id: shop.stores[1].id, name: 'Of the other store' },
  });
  t.not(tagOf(await get('/brands', undefined, shop.companyKey.key)), tagOf(await get('/brands')));
});

test.serial('each kind of change makes a new tag, wherever it is shown and nowhere else', async (t) => {
  const it = await stock();
  const { brand, category, attribute, product } = it;
  const paths = pathsOf(it);
  const images = (await get(paths.get_product)).body.images.map(({ id }: { id: string }) => id);
  const both = ['list_products', 'get_product'];
  const changes: [what: string, change: () => Promise<unknown>, changed: string[]][] = [
    ['the price of a variant', () => write('PATCH', `/variants/SKU-${made}`, { price: 12 }), [...both, 'get_variant']],
    [
      'the order of pictures',
      () => write('POST', `/products/${product.id}/images/reorder`, { image_ids: images.toReversed() }),
      both,
    ],
    ['a name', () => write('PATCH', `/products/${product.id}`, { name: 'Another' }), both],
    ['the same name again', () => write('PATCH', `/products/${product.id}`, { name: 'Another' }), []],
    [
      'a brand',
      () => write('PATCH', `/brands/${brand.id}`, { name: 'New brand' }),
      [...both, 'get_brand', 'list_brands'],
    ],
    [
      'a category',
      () => write('PATCH', `/categories/${category.id}`, { name: 'New category' }),
      [...both, 'get_category', 'list_categories'],
    ],
    [
      'a value',
      () => write('PATCH', `/attributes/${attribute.id}/values/${attribute.values[0].id}`, { value: 'Small' }),
      [...both, 'get_variant', 'get_attribute', 'list_attributes'],
    ],
    ['the archive', () => write('POST', `/products/${product.id}/archive`, {}), both],
  ];
  for (const [what, change, changed] of changes) {
    const before = await Promise.all(Object.values(paths).map((path) => get(path)));
    await change();
    for (const [n, [name, path]] of Object.entries(paths).entries())
      t.is((await get(path, tagOf(before[n]!))).status, changed.includes(name) ? 200 : 304, `${what}: ${name}`);
    await finishRenames(db);
  }
});

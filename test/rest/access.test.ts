// Who sees what through REST, over the real database: keys, scopes, the tenant fence, rate windows.
import { randomUUID } from 'node:crypto';
import test from 'ava';
import { type Answer, startApi, type TestApi } from '../helpers/api.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createKey, createShop, stockVariant, type TestShop } from '../helpers/shop.ts';

let db: TestDatabase;
let api: TestApi;
let shop: TestShop;
let rival: TestShop;

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

const company = () => shop.companyKey.key;
const get = (path: string, key: string) => api.request('GET', path, { key });

test('a key that was not issued is 401 without rate headers', async (t) => {
  const answer = await get('/me', `service_sk_${'x'.repeat(40)}`);
  t.is(answer.status, 401);
  t.is(answer.body.error.code, 'UNAUTHORIZED');
  t.false(answer.headers.has('x-ratelimit-limit'));
});

test('a scope that is missing is 403 before anything of the request is looked at', async (t) => {
  const { key } = await createKey(db.admin, shop.companyId, { scopes: ['orders:read'] });
  t.is((await get('/orders', key)).status, 200);
  const answer = await api.request('POST', '/orders', { key, raw: '{' });
  t.is(answer.status, 403);
  t.is(answer.body.error.code, 'FORBIDDEN_SCOPE');
  t.true(answer.headers.has('x-ratelimit-remaining'));
});

test('every call counts once, the refused ones too, and past the limit is 429 with the seconds to wait', async (t) => {
  const small = await createShop(db.admin, { reads_per_minute: 4 });
  const call = (path: string) => get(path, small.storeKey.key);
  const paths = ['/me', '/orders?limit=x', '/products/7', '/nothing', '/me'];
  let answers: Answer[] = [];
  do {
    // Again when the minute turned in between.
    await db.admin.query('delete from gate.rate_windows');
    answers = [];
    for (const path of paths) answers.push(await call(path));
  } while (new Set(answers.map(({ headers }) => headers.get('x-ratelimit-reset'))).size > 1);
  t.deepEqual(
    answers.map(({ status }) => status),
    [200, 422, 404, 404, 429],
  );
  t.deepEqual(
    answers.map(({ headers }) => headers.get('x-ratelimit-remaining')),
    ['3', '2', '1', '0', '0'],
  );
  const last = answers.at(-1)!;
  t.is(last.body.error.code, 'RATE_LIMITED');
  const seconds = Number(last.headers.get('retry-after'));
  t.true(seconds >= 1 && seconds <= 60);
});

test('a page leads to the next until all rows were seen once, forwards and backwards', async (t) => {
  const all = (await get('/channels', company())).body.data.map((row: { id: string }) => row.id);
  const first = await get('/channels?limit=3', company());
  t.deepEqual(first.body.meta, { has_more: true, next_cursor: all[2] });
  const second = await get(`/channels?limit=3&starting_after=${first.body.meta.next_cursor}`, company());
  t.deepEqual(second.body.meta, { has_more: false, next_cursor: null });
  t.deepEqual(
    [...first.body.data, ...second.body.data].map((row: { id: string }) => row.id),
    all,
  );
  const back = await get(`/channels?limit=2&ending_before=${all[3]}`, company());
  t.deepEqual(
    back.body.data.map((row: { id: string }) => row.id),
    all.slice(1, 3),
  );
  const oldest = await get('/channels?sort=created_at', company());
  t.deepEqual(
    oldest.body.data.map((row: { id: string }) => row.id),
    all.toReversed(),
  );
  t.is((await get(`/channels?starting_after=${randomUUID()}`, company())).status, 404);
});

test('nothing of another company is seen by id, by filter or in a list', async (t) => {
  const { productId, variantId } = await stockVariant(db.admin, rival, { sku: 'RIVAL' });
  for (const path of [`/products/${productId}`, `/variants/${variantId}`, '/variants/RIVAL']) {
    t.is((await get(path, company())).status, 404, path);
  }
  t.deepEqual((await get('/products?search=RIVAL', company())).body.data, []);
  t.deepEqual((await get(`/inventory/levels?variant_id=${variantId}`, company())).body.data, []);
  t.is((await get(`/products?store_id=${rival.stores[0].id}`, company())).status, 404);
});

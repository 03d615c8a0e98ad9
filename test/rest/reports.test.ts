// Reports through REST: parameters, refusals, cost and cache headers.
import test from 'ava';
import { type Answer, startApi, type TestApi } from '../helpers/api.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { answersAs } from '../helpers/documents.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createKey, createShop, stockVariant, type TestShop } from '../helpers/shop.ts';
import { Till } from '../helpers/shops/sales.ts';

let db: TestDatabase;
let api: TestApi;
let shop: TestShop;
let plain: TestShop;

test.before(async () => {
  db = await borrowDatabase();
  shop = await createShop(db.admin);
  plain = await createShop(db.admin, { advanced_reports: false });
  const goods = await stockVariant(db.admin, shop, { sku: 'SAREE' });
  await new Till(db.admin, shop).sell({
    lines: [{ ...goods, quantity: 2, unitPrice: 100 }],
    deliveredAt: new Date('2026-05-05T06:00:00Z'),
  });
  api = await startApi({ pool: db.as('haat_gateway') });
});
test.after.always(async () => {
  await api?.stop();
  await db?.drop();
});

const summary = '/reports/sales-summary';
const topProducts = '/reports/top-products';
const get = (path: string, key = shop.storeKey.key) => api.request('GET', path, { key });

test('both reports answer their published document', async (t) => {
  const sales = await get(`${summary}?from=2026-05-01&to=2026-05-31&compare=previous_period&channel=manual`);
  t.is(sales.status, 200, sales.text);
  answersAs(t, 'get_sales_summary', sales.body);
  t.is(sales.body.net_sales, '200.00');
  const ranking = await get(`${topProducts}?from=2026-05-01&to=2026-05-31&limit=50&store_id=${shop.stores[0].id}`);
  t.is(ranking.status, 200, ranking.text);
  answersAs(t, 'get_top_products', ranking.body);
  t.is(ranking.body.data[0].revenue, '200.00');
});

test('an answer says how old it is and how long it may be kept; other answers may not be kept', async (t) => {
  const first = await get(`${summary}?period=last_month`);
  t.is(first.headers.get('cache-control'), 'private, max-age=300');
  t.is(first.headers.get('age'), '0');
  await db.admin.query(
    `update app.report_cache set built_at = built_at - interval '90 seconds' where parameters ->> 'from' = $1`,
    [first.body.from],
  );
  const again = await get(`${summary}?period=last_month`);
  t.is(again.text, first.text);
  t.regex(again.headers.get('age') ?? '', /^9\d$/);
  for (const path of ['/channels', `${summary}?period=never`, `${topProducts}?store_id=${plain.stores[0].id}`]) {
    const other = await get(path);
    t.is(other.headers.get('cache-control'), 'no-store', path);
    t.is(other.headers.get('age'), null, path);
  }
});

test('each report counts as five reads, refused ones too', async (t) => {
  const key = await createKey(db.admin, shop.companyId, { storeId: shop.stores[0].id });
  const remaining = async (path: string) => Number((await get(path, key.key)).headers.get('x-ratelimit-remaining'));
  for (;;) {
    const start = await remaining('/me');
    const used = [];
    for (const path of [summary, topProducts, `${summary}?period=never`]) used.push(start - (await remaining(path)));
    // The minute may turn in between; then the count begins anew.
    if (used.some((n) => n < 0)) continue;
    t.deepEqual(used, [5, 10, 15]);
    break;
  }
});

test('a report that does not fit the window takes nothing of it, whatever is wrong with it', async (t) => {
  const small = await createShop(db.admin, { reads_per_minute: 7 });
  const paths = ['/me', summary, topProducts, `${summary}?period=never`, '/me', '/me'];
  let answers: Answer[] = [];
  do {
    // Again when the minute turned in between.
    await db.admin.query('delete from gate.rate_windows where key_id = $1', [small.storeKey.id]);
    answers = [];
    for (const path of paths) answers.push(await get(path, small.storeKey.key));
  } while (new Set(answers.map(({ headers }) => headers.get('x-ratelimit-reset'))).size > 1);
  t.deepEqual(
    answers.map(({ status, headers }) => [status, headers.get('x-ratelimit-remaining')]),
    [
      [200, '6'],
      [200, '1'],
      [429, '1'],
      [429, '1'],
      [200, '0'],
      [429, '0'],
    ],
  );
});

test('what is wrong with the window is told by field', async (t) => {
  const cases: [string, Record<string, string[]>][] = [
    [
      'period=tomorrow',
      { period: ['must be one of today, yesterday, last_7_days, last_30_days, this_month, last_month'] },
    ],
    ['period=today&to=2026-05-01', { period: ['cannot be combined with from or to'] }],
    ['from=2026-05-02&to=2026-05-01', { from: ['must not be after to'] }],
    ['from=2026-01-01&to=2027-01-02', { to: ['the window may hold at most 366 days'] }],
    ['from=2026-02-29', { from: ['must be a calendar day, as 2026-08-31'] }],
    ['to=2026-5-1', { to: ['must be a calendar day, as 2026-08-31'] }],
    ['from=1969-12-31&to=1970-01-01', { from: ['must not be before 1970-01-01'] }],
    ['store_id=one', { store_id: ['must be a UUID'] }],
    ['days=3', { days: ['not allowed'] }],
  ];
  for (const path of [summary, topProducts])
    for (const [query, fields] of cases) {
      const { status, body } = await get(`${path}?${query}`);
      t.is(status, 422, query);
      t.is(body.error.code, 'VALIDATION_ERROR');
      t.deepEqual(body.error.fields, fields, query);
    }
  t.deepEqual((await get(`${summary}?compare=last_year`)).body.error.fields, {
    compare: ['must be one of previous_period'],
  });
  t.is((await get(`${topProducts}?limit=51`)).status, 422);
  t.is((await get(`${topProducts}?limit=0`)).status, 422);
  t.is((await get(`${topProducts}?channel=manual`)).status, 422, 'the ranking has no channel');
  t.is((await get(`${summary}?from=2026-01-01&to=2027-01-01`)).status, 200, '366 days');
  t.is((await get(`${summary}?from=9999-12-31&to=9999-12-31&compare=previous_period`)).status, 200);
  t.is((await get(`${summary}?from=1970-01-01&to=1970-12-31&compare=previous_period`)).status, 200);
});

test('a company key names its store; a store outside the key is 404', async (t) => {
  const missing = await get(summary, shop.companyKey.key);
  t.is(missing.status, 422);
  t.deepEqual(missing.body.error.fields, { store_id: ['is required with a company key'] });
  t.is((await get(`${summary}?store_id=${shop.stores[1].id}`, shop.companyKey.key)).status, 200);
  for (const [path, key] of [
    [`${summary}?store_id=${plain.stores[0].id}`, shop.companyKey.key],
    [`${topProducts}?store_id=${shop.stores[1].id}`, shop.storeKey.key],
  ] as const) {
    const { status, body } = await get(path, key);
    t.is(status, 404);
    t.is(body.error.code, 'NOT_FOUND');
  }
});

test('a plan without Advanced Reports has the summary alone', async (t) => {
  const key = plain.storeKey.key;
  t.is((await get(summary, key)).status, 200);
  for (const path of [topProducts, `${summary}?compare=previous_period`]) {
    const { status, body } = await get(path, key);
    t.is(status, 403);
    t.is(body.error.code, 'PLAN_FEATURE_REQUIRED');
  }
});

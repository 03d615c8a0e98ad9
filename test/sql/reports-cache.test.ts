// Answers of reports are good for five minutes, in every process, and say how old they are.
import test from 'ava';
import type { TestDatabase } from '../helpers/database.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { callGate, createShop, stockVariant, type TestShop } from '../helpers/shop.ts';
import { Till } from '../helpers/shops/sales.ts';

let db: TestDatabase;
test.before(async () => {
  db = await borrowDatabase();
});
test.after.always(() => db?.drop());

const year = { from: '2026-01-01', to: '2026-12-31' };

/** A pool of its own each, as processes have; their clocks stand so many seconds ahead. */
async function ask(shop: TestShop, operation: string, input: object, secondsAhead = 0) {
  const gateway = db.as('haat_gateway', { max: 10, options: `-c haat.clock_offset=${secondsAhead}s` });
  const { outcome, result } = await callGate(gateway, shop.storeKey, operation, input, { bucket: 'read' });
  return { headers: (outcome as { headers?: Record<string, string> }).headers, result, sqlstate: outcome.sqlstate };
}

async function openShop() {
  const shop = await createShop(db.admin);
  const goods = await stockVariant(db.admin, shop, { sku: 'SAREE' });
  const till = new Till(db.admin, shop);
  const sell = (unitPrice: number) =>
    till.sell({ lines: [{ ...goods, quantity: 1, unitPrice }], deliveredAt: new Date('2026-05-05T06:00:00Z') });
  return { shop, sell };
}

test('an answer is kept for five minutes, by whichever process, and then made anew', async (t) => {
  for (const [operation, figure] of [
    ['get_sales_summary', (document: { gross_sales: string }) => document.gross_sales],
    ['get_top_products', (document: { data: { revenue: string }[] }) => document.data[0]?.revenue],
  ] as const) {
    const { shop, sell } = await openShop();
    await sell(100);
    const first = await ask(shop, operation, year);
    t.deepEqual(first.headers, { 'Cache-Control': 'private, max-age=300', Age: '0' });
    await sell(50);
    const kept = await ask(shop, operation, year, 200);
    t.deepEqual(kept.result, first.result, 'to the letter, the time of the outstanding money included');
    const age = Number(kept.headers?.Age);
    t.true(age >= 200 && age < 300, `${age}`);
    const anew = await ask(shop, operation, year, 301);
    t.is(figure(anew.result), '150.00');
    t.is(anew.headers?.Age, '0');
  }
});

test('an answer belongs to its parameters, whatever they are called', async (t) => {
  const { shop, sell } = await openShop();
  await ask(shop, 'get_sales_summary', year);
  await ask(shop, 'get_top_products', year);
  await sell(100);
  t.is((await ask(shop, 'get_sales_summary', { ...year, channel: 'manual' })).result.orders, 1);
  t.is((await ask(shop, 'get_sales_summary', { ...year, from: '2026-01-02' })).result.orders, 1);
  t.is((await ask(shop, 'get_sales_summary', { ...year, compare: 'previous_period' })).result.orders, 1);
  t.is((await ask(shop, 'get_top_products', { ...year, limit: 11 })).result.data.length, 1);
  t.is((await ask(shop, 'get_sales_summary', year)).result.orders, 0);
  // The default limit is ten.
  t.is((await ask(shop, 'get_top_products', { ...year, limit: 10 })).result.data.length, 0);
});

test('"today" asked again after midnight is the new day', async (t) => {
  const { shop } = await openShop();
  const untilMidnight = Math.floor((Date.parse('2030-01-01T17:59:00Z') - Date.now()) / 1000);
  const before = await ask(shop, 'get_sales_summary', { period: 'today' }, untilMidnight);
  const after = await ask(shop, 'get_sales_summary', { period: 'today' }, untilMidnight + 120);
  t.deepEqual([before.result.to, after.result.to], ['2030-01-01', '2030-01-02']);
});

test('refusals carry no cache headers, and neither do other answers', async (t) => {
  const { shop } = await openShop();
  t.falsy((await ask(shop, 'get_sales_summary', { store_id: shop.stores[1].id })).headers);
  t.falsy((await ask(shop, 'list_channels', { limit: 1 })).headers);
});

test('what is too old is swept by the next answer of the store', async (t) => {
  const { shop } = await openShop();
  for (const to of ['2026-12-30', '2026-12-31']) await ask(shop, 'get_sales_summary', { ...year, to });
  await ask(shop, 'get_sales_summary', { ...year, to: '2026-12-29' }, 400);
  const { rows } = await db.admin.query(
    `select parameters ->> 'to' as day from app.report_cache where store_id = $1 order by 1`,
    [shop.stores[0].id],
  );
  t.deepEqual(rows, [{ day: '2026-12-29' }]);
});

test('many who ask at once all get the same figures', async (t) => {
  const { shop, sell } = await openShop();
  await sell(100);
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      ask(shop, 'get_sales_summary', { ...year, to: `2026-12-${10 + (i % 4)}` }, 500),
    ),
  );
  for (const { sqlstate, result } of answers) {
    t.is(sqlstate, null);
    t.is(result.gross_sales, '100.00');
  }
});

// The reports against a plain recount in JavaScript, over random histories: whatever happened, in whatever order, folded
// or not, in whatever time zone, every figure of every window is the recount's.
import test from 'ava';
import type { TestDatabase } from '../helpers/database.ts';
import { runs } from '../helpers/long.ts';
import fc from '../helpers/properties.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { callGate, createShop, stockVariant, type TestShop } from '../helpers/shop.ts';
import { Till } from '../helpers/shops/sales.ts';
import { addDays, money, SalesHistory, step } from '../helpers/shops/sales-history.ts';

let db: TestDatabase;
test.before(async () => {
  db = await borrowDatabase();
});
test.after.always(() => db?.drop());

const window = fc
  .record({
    start: fc.integer({ min: -5, max: 370 }),
    days: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 366 })),
    channel: fc.constantFrom(undefined, 'manual', 'storefront'),
    limit: fc.integer({ min: 1, max: 4 }),
  })
  .map(({ start, days, ...rest }) => {
    const from = addDays('2026-01-01', start);
    return { from, to: addDays(from, days - 1), days, ...rest };
  });

async function askFresh(shop: TestShop, operation: string, input: object) {
  await db.admin.query('delete from app.report_cache');
  const { outcome, result } = await callGate(db.as('haat_gateway'), shop.storeKey, operation, input, {
    bucket: 'read',
  });
  if (outcome.sqlstate !== null) throw new Error(`${outcome.sqlstate} ${outcome.message}`);
  return result;
}

test('every figure of every window is that of a plain recount', async (t) => {
  t.timeout(120_000);
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: 40 }),
      fc.array(window, { minLength: 1, maxLength: 6 }),
      async (steps, windows) => {
        const shop = await createShop(db.admin);
        const goods = [];
        for (const sku of ['A', 'B', 'C', 'D']) goods.push(await stockVariant(db.admin, shop, { sku, quantity: 0 }));
        const history = new SalesHistory(db, shop, goods);
        for (const s of steps) await history.run(s);
        for (const { from, to, days, channel, limit } of windows) {
          const { previous_period, ...document } = await askFresh(shop, 'get_sales_summary', {
            from,
            to,
            channel,
            compare: 'previous_period',
          });
          t.like(document, history.figures(from, to, channel));
          t.deepEqual(previous_period, history.figures(addDays(from, -days), addDays(from, -1), channel));
          const { data } = await askFresh(shop, 'get_top_products', { from, to, limit });
          const rows = data.map(({ variant_id, units_sold, units_returned, revenue }: Record<string, unknown>) => ({
            variant_id,
            units_sold,
            units_returned,
            revenue,
          }));
          t.deepEqual(rows, history.ranking(from, to, limit));
        }
        const { rows: problems } = await db
          .as('haat_dba')
          .query('select * from ledger.check_sales_rollups where company_id = $1', [shop.companyId]);
        t.deepEqual(problems, []);
      },
    ),
    { numRuns: runs(40), endOnFailure: false },
  );
});

test('wide blocks and days cover every day of a window once', async (t) => {
  await fc.assert(
    fc.asyncProperty(window, async ({ from, to, days }) => {
      const { rows } = await db.admin.query(
        `select b.starts_on::text as starts_on, b.days from internal.sales_blocks($1, $2) b order by 1`,
        [from, to],
      );
      let next = from;
      for (const row of rows) {
        t.is(row.starts_on, next);
        next = addDays(next, row.days);
      }
      t.is(next, addDays(to, 1));
      t.true(rows.length <= Math.ceil(days / 64) + 28);
    }),
    { numRuns: runs(60) },
  );
});

test('the check finds what is wrong, and a rebuild mends it', async (t) => {
  const shop = await createShop(db.admin);
  const goods = await stockVariant(db.admin, shop, { sku: 'WRONG' });
  const till = new Till(db.admin, shop);
  await till.sell({ lines: [{ ...goods, quantity: 2, unitPrice: 10 }], deliveredAt: new Date('2026-05-05T06:00:00Z') });
  await db.as('haat_worker').query('select internal.fold_sales_changes()');
  const problems = async () =>
    (
      await db
        .as('haat_dba')
        .query('select object, found, expected from ledger.check_sales_rollups where company_id = $1 order by object', [
          shop.companyId,
        ])
    ).rows;
  t.deepEqual(await problems(), []);
  // Another test may be folding this sale: then there is nothing to damage before it has ended.
  const damage = 'update app.sales_days set net_sales = net_sales + 1 where company_id = $1';
  while ((await db.admin.query(damage, [shop.companyId])).rowCount === 0)
    await db.as('haat_worker').query('select internal.fold_sales_changes()');
  await db.admin.query('delete from app.product_sales where days = 8 and company_id = $1', [shop.companyId]);
  t.deepEqual(await problems(), [
    {
      object: `sales of 2026-05-05 on channel ${shop.stores[0].channels.manual}`,
      found: 'orders 1, gross 20.00, net 21.00, shipping 0.00, money 0.00',
      expected: 'orders 1, gross 20.00, net 20.00, shipping 0.00, money 0.00',
    },
    {
      object: `sales of variant ${goods.variantId} in the block of 8 days from 2026-05-03`,
      found: 'sold 0, returned 0, revenue 0',
      expected: 'sold 2, returned 0, revenue 20.00',
    },
  ]);
  await db.admin.query('select internal.rebuild_sales($1)', [shop.stores[0].id]);
  t.deepEqual(await problems(), []);
});

test('deliveries, folds and rebuilds at once lose nothing, and no report sees less than the one before', async (t) => {
  const shop = await createShop(db.admin);
  const goods = await stockVariant(db.admin, shop, { sku: 'BUSY' });
  const till = new Till(db.admin, shop);
  const deliveries = 120;
  const day = { from: '2026-05-05', to: '2026-05-05' };
  let running = true;
  const repeat = async (work: () => Promise<unknown>) => {
    while (running) await work();
  };
  const worker = db.as('haat_worker');
  let seen = 0;
  const beside = [
    repeat(() => worker.query('select internal.fold_sales_changes(7)')),
    repeat(() => worker.query('select internal.fold_sales_changes(7), internal.fold_order_counts(7)')),
    repeat(() => worker.query('select internal.fold_order_counts(5)')),
    repeat(() => db.admin.query('select internal.rebuild_sales($1)', [shop.stores[0].id])),
    repeat(async () => {
      const { orders, gross_sales } = await askFresh(shop, 'get_sales_summary', day);
      t.true(orders >= seen, `${orders} after ${seen}`);
      t.is(gross_sales, money(orders * 1000));
      seen = orders;
    }),
  ];
  const tills = Array.from({ length: 4 }, async () => {
    for (let n = 0; n < deliveries / 4; n++)
      await till.sell({
        lines: [{ ...goods, quantity: 1, unitPrice: 10 }],
        deliveredAt: new Date('2026-05-05T06:00:00Z'),
      });
  });
  try {
    await Promise.all(tills);
  } finally {
    running = false;
    await Promise.all(beside);
  }
  t.like(await askFresh(shop, 'get_sales_summary', day), { orders: deliveries, net_sales: money(deliveries * 1000) });
  const { rows } = await db
    .as('haat_dba')
    .query(
      'select object from ledger.check_sales_rollups where company_id = $1 union all select object from ledger.check_order_counts where company_id = $1',
      [shop.companyId],
    );
  t.deepEqual(rows, []);
});

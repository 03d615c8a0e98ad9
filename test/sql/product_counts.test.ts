// How many products a store has is kept, not counted: exact whatever is written and added up at once.
import test from 'ava';
import type { TestDatabase } from '../helpers/database.ts';
import { isLong } from '../helpers/long.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { callGate, createShop, stockVariant, type TestShop } from '../helpers/shop.ts';

let db: TestDatabase;
test.before(async () => {
  db = await borrowDatabase();
});
test.after.always(() => db?.drop());

const count = async (shop: TestShop) =>
  Number((await db.admin.query('select internal.count_products($1) as n', [shop.companyId])).rows[0].n);

test('a store that was not counted yet has its products counted, whatever changed since', async (t) => {
  const shop = await createShop(db.admin);
  for (const sku of ['A', 'B', 'C']) await stockVariant(db.admin, shop, { sku });
  t.is(await count(shop), 3);
  // As after an upgrade, of what was there before the triggers.
  await db.admin.query('delete from app.product_counts where company_id = $1', [shop.companyId]);
  await stockVariant(db.admin, shop, { sku: 'D' });
  t.is(await count(shop), 4);
  await db.as('haat_worker').query('select internal.fold_product_counts()');
  t.is(await count(shop), 4);
});

test('products created and archived beside folds and rebuilds: as many as the plan allows, and the count is exact', async (t) => {
  const each = isLong ? 12 : 6;
  const most = isLong ? 30 : 15;
  const shop = await createShop(db.admin, { max_products: most });
  const gateway = db.as('haat_gateway', { max: 4 });
  const worker = db.as('haat_worker');
  let running = true;
  const repeat = async (statement: string) => {
    while (running) {
      await (statement.includes('rebuild') ? db.admin : worker).query(statement);
      t.true((await count(shop)) <= most);
    }
  };
  const beside = [
    repeat('select internal.fold_product_counts(3)'),
    repeat('select internal.fold_product_counts()'),
    repeat(`select internal.rebuild_product_counts(array(
      select id from app.stores where company_id = '${shop.companyId}'))`),
  ];
  const made: string[] = [];
  const makers = Array.from({ length: 4 }, async (_, maker) => {
    for (let n = 0; n < each; n++) {
      const { result, outcome } = await callGate(gateway, shop.storeKey, 'create_product', {
        name: 'Tea',
        variants: [{ sku: `${maker}-${n}`, name: 'Tea', price: 1 }],
      });
      if (outcome.sqlstate) t.is(outcome.sqlstate, 'HT004', outcome.message!);
      else made.push(result.id as string);
      if (n % 4 === 3) await callGate(gateway, shop.storeKey, 'archive_product', { id: made[maker] });
    }
  });
  try {
    await Promise.all(makers);
  } finally {
    running = false;
    await Promise.all(beside);
  }
  const { rows } = await db.admin.query(
    `select count(*)::integer as n from app.products where company_id = $1 and status <> 'archived'`,
    [shop.companyId],
  );
  t.is(await count(shop), rows[0].n);
  const found = 'select object from ledger.check_product_counts where company_id = $1';
  t.deepEqual((await db.as('haat_dba').query(found, [shop.companyId])).rows, []);
});

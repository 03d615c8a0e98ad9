// Lines name variants by id or SKU. Each is looked up by an index, however large the catalog: rows read are counted.
import test from 'ava';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { isLong } from '../helpers/long.ts';
import { asCompany, createShop, type TestShop } from '../helpers/shop.ts';
import { fillCatalog } from '../helpers/shops/large-catalog.ts';

let db: TestDatabase;
let shop: TestShop;
let variants: { id: string; sku: string }[];

test.before(async () => {
  db = await freshDatabase('holds a large shop');
  shop = await createShop(db.admin);
  variants = (await fillCatalog(db.admin, shop, isLong ? 3000 : 1300)).slice(0, 101);
});
test.after.always(() => db?.drop());

/** Rows of the catalog that a statement reads, by whatever way. */
async function rowsRead(sql: string, values: unknown[]): Promise<number> {
  return asCompany(
    db.admin,
    shop.companyId,
    async (client) => {
      const count = async () => {
        const sql = `select seq_tup_read + idx_tup_fetch as count from pg_stat_xact_user_tables where relname = 'variants'`;
        return Number((await client.query(sql)).rows[0].count);
      };
      const before = await count();
      await client.query(sql, values);
      return (await count()) - before;
    },
    { id: '00000000-0000-7000-8000-00000000beef', name: 'Rina', permissions: ['inventory.manage'] },
  );
}

// One look-up, and what the lines lead to: the ledger row's SKU, its foreign key, the document.
const perLine = 12;

for (const named of ['sku', 'variant_id'] as const) {
  const line = (variant: { id: string; sku: string }) => ({ [named]: named === 'sku' ? variant.sku : variant.id });

  test(`an order of 100 lines by ${named} reads of the catalog what it names`, async (t) => {
    const read = await rowsRead('select count(*) from unnest(internal.price_lines($1, $2))', [
      shop.stores[0].id,
      JSON.stringify(variants.slice(1).map((variant) => ({ ...line(variant), quantity: 1 }))),
    ]);
    t.true(read >= 100 && read <= 100 * perLine, `${read} rows`);
  });

  test(`an adjustment by ${named} reads of the catalog what it names`, async (t) => {
    const read = await rowsRead('select api.create_inventory_adjustment($1)', [
      {
        store_id: shop.stores[0].id,
        location_id: shop.locationId,
        quantity_change: 100,
        reason: 'count',
        ...line(variants[0]!),
      },
    ]);
    t.true(read >= 1 && read <= perLine, `${read} rows`);
  });

  test(`a stock count of 100 lines by ${named} reads of the catalog what it names`, async (t) => {
    const read = await rowsRead('select count(*) from staff.recount($1)', [
      {
        location_id: shop.locationId,
        lines: variants.slice(1, 101).map((variant, i) => ({ ...line(variant), counted: i + 1 })),
        reason: 'count',
      },
    ]);
    t.true(read >= 100 && read <= 100 * perLine, `${read} rows`);
  });
}

// A shop for a day of load, with books that the audit accepts: products with stock that was bought, some of it scarce; a
// member of staff who is signed in.
import type pg from 'pg';
import type { TestDatabase } from '../database.ts';
import { asCompany, createShop, type TestShop } from '../shop.ts';
import { signInAs } from '../staff.ts';

const plenty = 100_000;
/** Units of a scarce variant; one variant in fifty is. */
const scarceUnits = 8;
const stockedAtOnce = 500;

export interface DayShop {
  shop: TestShop;
  staffToken: string;
  productIds: string[];
  skus: string[];
  /** Units there are of each scarce SKU. */
  scarce: Map<string, number>;
}

export async function openDayShop(db: Pick<TestDatabase, 'admin'>, variants: number): Promise<DayShop> {
  const { admin } = db;
  const shop = await createShop(admin);
  const store = [shop.companyId, shop.stores[0].id];
  const { rows: made } = await admin.query<{ id: string }>(
    `insert into app.products (company_id, store_id, name, slug, status, description, created_at)
     select $1, $2, (array['Cotton', 'Silk', 'Linen', 'Jute'])[1 + n % 4] || ' saree ' || n, 'p-' || n, 'active',
       repeat('Soft and light. ', 10), now() - n * interval '1 minute'
     from generate_series(1, $3) n returning id`,
    [...store, variants],
  );
  const { rows } = await admin.query<{ id: string; sku: string }>(
    `insert into app.variants (company_id, store_id, product_id, sku, name, price)
     select company_id, store_id, id, upper(slug), 'One size', 350 from app.products
     where company_id = $1 and store_id = $2 returning id, sku`,
    store,
  );
  await admin.query(
    `insert into app.variant_costs (variant_id, company_id, store_id, average_cost, updated_at)
     select id, company_id, store_id, 0, now() from app.variants where company_id = $1 and store_id = $2`,
    store,
  );
  await admin.query('analyze app.products, app.variants, app.variant_costs');
  const isScarce = (n: number) => n % 50 === 7;
  for (let from = 0; from < rows.length; from += stockedAtOnce) await stock(admin, shop, rows, from, isScarce);
  await admin.query('vacuum analyze').catch(() => {});
  const skus = rows.map(({ sku }) => sku);
  return {
    shop,
    staffToken: await signInAs(db as TestDatabase, shop.companyId, 'owner'),
    productIds: made.map(({ id }) => id),
    skus: skus.filter((_, n) => !isScarce(n)),
    scarce: new Map(skus.filter((_, n) => isScarce(n)).map((sku) => [sku, scarceUnits])),
  };
}

type Variant = { id: string };

/** Bought by the procedure itself, so that the ledger tells of it. */
function stock(
  admin: pg.Pool,
  { companyId, stores, locationId }: TestShop,
  variants: Variant[],
  from: number,
  isScarce: (n: number) => boolean,
): Promise<void> {
  const bought = variants.slice(from, from + stockedAtOnce).map(({ id }, n) => ({
    store_id: stores[0].id,
    location_id: locationId,
    variant_id: id,
    quantity_change: isScarce(from + n) ? scarceUnits : plenty,
    type: 'purchase',
    unit_cost: 50,
    reason: 'first stock',
  }));
  return asCompany(admin, companyId, async (client) => {
    await client.query('select count(api.create_inventory_adjustment(b)) from jsonb_array_elements($1) b', [
      JSON.stringify(bought),
    ]);
  });
}

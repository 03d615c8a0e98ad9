// A catalog of many variants, written as rows: by the procedures it would take minutes.
import type pg from 'pg';
import { stockVariant, type TestShop } from '../shop.ts';

/** Adds variants CATALOG-1, CATALOG-2, … with a cost and stock at the default location to a store; gives them. */
export async function fillCatalog(
  admin: pg.Pool,
  shop: TestShop,
  count: number,
  store = shop.stores[0],
): Promise<{ id: string; sku: string }[]> {
  const { productId } = await stockVariant(admin, shop, { sku: 'CATALOG-0', quantity: 0, storeId: store.id });
  const { rows } = await admin.query(
    `insert into app.variants (company_id, store_id, product_id, sku, name, price, option_key)
     select $1, $2, $3, 'CATALOG-' || n, 'x', 10, n from generate_series(1, $4) n returning id, sku`,
    [shop.companyId, store.id, productId, count],
  );
  await admin.query(
    `insert into app.variant_costs (variant_id, company_id, store_id, average_cost, updated_at)
     select v.id, v.company_id, v.store_id, 5, now() from app.variants v where v.product_id = $1 and v.sku <> 'CATALOG-0'`,
    [productId],
  );
  await admin.query(
    `insert into app.inventory_levels (company_id, store_id, location_id, variant_id)
     select v.company_id, v.store_id, $2, v.id from app.variants v where v.product_id = $1 and v.sku <> 'CATALOG-0'`,
    [productId, shop.locationId],
  );
  await admin.query('analyze');
  return rows;
}

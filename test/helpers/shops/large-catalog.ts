// A catalog of many variants, written as rows: by the procedures it would take minutes.
import type pg from 'pg';
import type { TestShop } from '../shop.ts';

/** What a product has at most here: what is kept with a product is made anew from all its variants with each of them. */
const perProduct = 50;

/** Adds variants CATALOG-1, CATALOG-2, … with a cost and stock at the default location to a store; gives them. */
export async function fillCatalog(
  admin: pg.Pool,
  shop: TestShop,
  count: number,
  store = shop.stores[0],
): Promise<{ id: string; sku: string }[]> {
  const { rows } = await admin.query(
    `with filled as (
       insert into app.products (company_id, store_id, name, slug, status, created_at, updated_at)
       select $1, $2, 'Catalog ' || n, 'catalog-' || n, 'active', now(), now()
       from generate_series(0, ($3 - 1) / ${perProduct}) n returning id, slug
     )
     insert into app.variants (company_id, store_id, product_id, sku, name, price, option_key)
     select $1, $2, filled.id, 'CATALOG-' || n, 'x', 10, n
     from generate_series(1, $3) n join filled on slug = 'catalog-' || (n - 1) / ${perProduct}
     returning id, sku`,
    [shop.companyId, store.id, count],
  );
  const ids = rows.map(({ id }) => id);
  await admin.query(
    `insert into app.variant_costs (variant_id, company_id, store_id, average_cost, updated_at)
     select v.id, v.company_id, v.store_id, 5, now() from app.variants v where v.id = any ($1)`,
    [ids],
  );
  await admin.query(
    `insert into app.inventory_levels (company_id, store_id, location_id, variant_id)
     select v.company_id, v.store_id, $2, v.id from app.variants v where v.id = any ($1)`,
    [ids, shop.locationId],
  );
  // Of what was filled: the catalog of Postgres is most of what there is.
  await admin.query('analyze app.products, app.variants, app.variant_costs, app.inventory_levels');
  return rows;
}

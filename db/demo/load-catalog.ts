// Brands, categories, attributes, products, first stock and customers of a company's stores.
import { catalogs, type DemoCatalog } from './catalog.ts';
import type { Picture } from './catalog-types.ts';
import type { DemoClient } from './client.ts';
import type { LoadedCompany, LoadedStore } from './load-tenancy.ts';
import { customers } from './people.ts';
import type { StoredPicture } from './pictures.ts';

const day = 86_400_000;

export async function loadCatalog(
  client: DemoClient,
  company: LoadedCompany,
  pictures: Map<Picture, StoredPicture>,
  now: Date,
): Promise<void> {
  const owner = company.staff.find((member) => member.role === 'owner') ?? null;
  for (const store of company.stores) {
    const catalog = catalogs.find((one) => one.store === store.slug);
    if (!catalog) throw new Error(`no catalog for ${store.slug}`);
    await client.actAs(company.id, owner);
    await client.goTo(new Date(now.getTime() - 400 * day));
    const shelf = await loadShelf(client, company.id, store, catalog);
    await loadCustomers(client, company.id, store, now);
    await loadProducts(client, company, store, catalog, shelf, pictures, now);
  }
}

type Shelf = { brands: Map<string, string>; categories: Map<string, string> };

async function loadShelf(
  client: DemoClient,
  companyId: string,
  store: LoadedStore,
  catalog: DemoCatalog,
): Promise<Shelf> {
  const own = [companyId, store.id];
  const brands = await client.query(
    `insert into app.brands (company_id, store_id, name, slug, description, status)
     select $1, $2, b.name, b.slug, b.description, b.status
     from jsonb_to_recordset($3) as b (name text, slug text, description text, status text) returning id, name`,
    [...own, JSON.stringify(catalog.brands)],
  );
  const categories = new Map<string, string>();
  for (const category of catalog.categories) {
    const { rows } = await client.query(
      `insert into app.categories (company_id, store_id, parent_id, name, slug, position, description, status)
       values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
      [
        ...own,
        category.parent && categories.get(category.parent),
        category.name,
        category.slug,
        category.position,
        category.description,
        category.status,
      ],
    );
    categories.set(category.slug, rows[0].id);
  }
  for (const attribute of catalog.attributes) {
    const { rows } = await client.query(
      `insert into app.attributes (company_id, store_id, name, slug, type, input_type, is_filterable, is_required)
       values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
      [
        ...own,
        attribute.name,
        attribute.slug,
        attribute.type,
        attribute.inputType,
        attribute.isFilterable,
        attribute.isRequired,
      ],
    );
    await client.query(
      `insert into app.attribute_values (company_id, store_id, attribute_id, value, position, swatch_hex)
       select $1, $2, $3, v.item ->> 'value', v.n - 1, upper(v.item ->> 'swatchHex')
       from jsonb_array_elements($4) with ordinality as v (item, n)`,
      [...own, rows[0].id, JSON.stringify(attribute.values)],
    );
  }
  return { brands: new Map(brands.rows.map((row) => [row.name, row.id])), categories };
}

async function loadCustomers(client: DemoClient, companyId: string, store: LoadedStore, now: Date): Promise<void> {
  const own = customers.filter((customer) => customer.store === store.slug);
  await client.query(
    `with person as (
       select p.*, uuidv7() as id, $4::timestamptz - p."createdDaysAgo" * interval '1 day' as created_at
       from jsonb_to_recordset($3) as p ("fullName" text, email text, phone text, status text, gender text, "createdDaysAgo" integer, addresses jsonb)
     ), kept as (
       insert into app.customers (id, company_id, store_id, full_name, email, phone, status, gender, created_at)
       select id, $1, $2, "fullName", email, phone, status, gender, created_at from person returning id
     )
     insert into app.customer_addresses (company_id, store_id, customer_id, label, recipient_name, recipient_phone, address_line, area, city, postal_code, is_default, created_at)
     select $1, $2, person.id, a.label, a."recipientName", a."recipientPhone", a."addressLine", a.area, a.city, a."postalCode", a."isDefault", person.created_at
     from person join kept on kept.id = person.id
     cross join jsonb_to_recordset(person.addresses) as a (label text, "recipientName" text, "recipientPhone" text, "addressLine" text, area text, city text, "postalCode" text, "isDefault" boolean)`,
    [companyId, store.id, JSON.stringify(own), now],
  );
}

async function loadProducts(
  client: DemoClient,
  company: LoadedCompany,
  store: LoadedStore,
  catalog: DemoCatalog,
  shelf: Shelf,
  pictures: Map<Picture, StoredPicture>,
  now: Date,
): Promise<void> {
  // Oldest first, so that "newest first" lists show the catalog as it grew.
  const products = catalog.products.toSorted((a, b) => b.createdDaysAgo - a.createdDaysAgo);
  for (const [index, product] of products.entries()) {
    if (index === 5 || index === 20) await client.gatherStatistics();
    await client.goTo(new Date(now.getTime() - product.createdDaysAgo * day));
    const { rows } = await client.query('select api.create_product($1) as document', [
      {
        store_id: store.id,
        name: product.name,
        slug: product.slug,
        brand_id: product.brand && shelf.brands.get(product.brand),
        short_description: product.shortDescription,
        description: product.description,
        status: product.status,
        delivery_charge: product.deliveryCharge,
        categories: product.categories.map(({ slug, isPrimary }) => ({
          id: shelf.categories.get(slug),
          is_primary: isPrimary,
        })),
        variants: product.variants.map((variant) => ({
          sku: variant.sku,
          barcode: variant.barcode,
          name: variant.name,
          price: variant.price,
          discount_price: variant.discountPrice,
          cost_price: variant.costPrice,
          weight: variant.weight,
          low_stock_threshold: variant.lowStockThreshold,
          status: variant.status,
          options: variant.options,
          image_index: variant.pictureIndex,
        })),
        images: product.pictures.map((one) => ({ picture: pictures.get(one), alt_text: one.altText })),
      },
    ]);
    const ids = new Map((rows[0].document.variants as { id: string; sku: string }[]).map(({ id, sku }) => [sku, id]));
    for (const variant of product.variants) {
      for (const location of company.locations) {
        const quantity = variant.stock[location.code as keyof typeof variant.stock];
        if (quantity === undefined) continue;
        await client.query('select api.create_inventory_adjustment($1)', [
          {
            store_id: store.id,
            location_id: location.id,
            variant_id: ids.get(variant.sku),
            type: quantity > 0 ? 'purchase' : 'adjustment',
            ...(quantity > 0 ? { quantity_change: quantity, unit_cost: variant.costPrice } : { set_on_hand: 0 }),
            reason: 'Opening stock',
          },
        ]);
      }
    }
  }
}

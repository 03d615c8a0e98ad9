// Brands, categories, attributes, customers, products and first stock of a company's stores.
import { catalogs, type DemoCatalog, type DemoProduct } from './catalog.ts';
import type { DemoClient } from './client.ts';
import { customers } from './customers.ts';
import type { Image, StoredImage } from './drawings/images.ts';
import type { LoadedCompany } from './load-tenancy.ts';

const day = 86_400_000;

/** The ids of brands by name, of categories by slug. */
type Shelf = { brands: Map<string, string>; categories: Map<string, string> };
type Own = { company_id: string; store_id: string };

/** Oldest first, so that "newest first" lists show the catalog as it grew. */
export const inOrderOfAge = (products: readonly DemoProduct[]): DemoProduct[] =>
  products.toSorted((a, b) => b.createdDaysAgo - a.createdDaysAgo);

export async function loadCatalog(
  client: DemoClient,
  company: LoadedCompany,
  images: Map<Image, Promise<StoredImage>>,
  now: Date,
): Promise<void> {
  const owner = company.staff.find((member) => member.role === 'owner') ?? null;
  for (const store of company.stores) {
    const catalog = catalogs.find((one) => one.store === store.slug)!;
    const own = { company_id: company.id, store_id: store.id };
    await client.actAs(company.id, owner);
    await client.goTo(new Date(now.getTime() - 400 * day));
    const shelf = await loadShelf(client, own, catalog);
    await loadCustomers(client, own, catalog, now);
    for (const [index, product] of inOrderOfAge(catalog.products).entries()) {
      // Plans are made while the tables are still empty and kept for thousands of calls: without statistics they would
      // read whole tables that have grown meanwhile. A living shop has autovacuum for it.
      if (index === 5 || index === 20) await client.analyze();
      await client.goTo(new Date(now.getTime() - product.createdDaysAgo * day));
      await loadProduct(client, company, store.id, shelf, product, images);
    }
  }
}

async function loadShelf(client: DemoClient, own: Own, catalog: DemoCatalog): Promise<Shelf> {
  const brandIds = await client.insert(
    'brands',
    catalog.brands.map((brand) => ({ ...own, ...brand })),
  );
  const categories = new Map<string, string>();
  for (const { parent, ...columns } of catalog.categories) {
    const siblings = catalog.categories.filter((category) => category.parent === parent);
    const position = siblings.findIndex(({ slug }) => slug === columns.slug);
    const parent_id = parent ? categories.get(parent) : null;
    const [id] = await client.insert('categories', [{ ...own, ...columns, parent_id, position }]);
    categories.set(columns.slug, id!);
  }
  for (const { values, ...columns } of catalog.attributes) {
    const isText = Array.isArray(values);
    const input_type = isText ? 'text' : 'color';
    const is_filterable = columns.type === 'variant';
    const [attribute_id] = await client.insert('attributes', [{ ...own, ...columns, input_type, is_filterable }]);
    const swatches = isText ? values.map((value) => [value, null]) : Object.entries(values);
    await client.insert(
      'attribute_values',
      swatches.map(([value, swatch_hex], position) => ({ ...own, attribute_id, value, position, swatch_hex })),
    );
  }
  return { brands: new Map(catalog.brands.map(({ name }, n) => [name, brandIds[n]!])), categories };
}

async function loadCustomers(client: DemoClient, own: Own, { store }: DemoCatalog, now: Date): Promise<void> {
  const people = customers
    .filter((customer) => customer.store === store)
    .map((person) => ({ ...person, created_at: new Date(now.getTime() - person.createdDaysAgo * day) }));
  const ids = await client.insert(
    'customers',
    people.map(({ columns, created_at }) => ({ ...own, ...columns, created_at })),
  );
  const addresses = people.flatMap(({ addresses, created_at }, n) =>
    addresses.map(({ columns, label, is_default }) => ({
      ...own,
      customer_id: ids[n],
      ...columns,
      label,
      is_default,
      created_at,
    })),
  );
  await client.insert('customer_addresses', addresses);
}

async function loadProduct(
  client: DemoClient,
  company: LoadedCompany,
  store_id: string,
  shelf: Shelf,
  { seed, slug, description, images, variants }: DemoProduct,
  stored: Map<Image, Promise<StoredImage>>,
): Promise<void> {
  const pictures = await Promise.all(images.map((image) => stored.get(image)));
  const document = await client.ask<{ variants: { id: string; sku: string }[] }>('api.create_product', {
    store_id,
    name: seed.name,
    slug,
    brand_id: seed.brand && shelf.brands.get(seed.brand),
    short_description: seed.short,
    description,
    status: seed.status,
    delivery_charge: seed.delivery_charge,
    categories: seed.categories.map((category, n) => ({ id: shelf.categories.get(category), is_primary: n === 0 })),
    variants: variants.map(({ columns }) => columns),
    images: images.map(({ altText }, n) => ({ picture: pictures[n], alt_text: altText })),
  });
  const ids = new Map(document.variants.map(({ id, sku }) => [sku, id]));
  for (const { columns, stock } of variants) {
    for (const location of company.locations) {
      const quantity = stock[location.code as keyof typeof stock];
      if (quantity === undefined) continue;
      await client.ask('api.create_inventory_adjustment', {
        store_id,
        location_id: location.id,
        variant_id: ids.get(columns.sku),
        type: quantity > 0 ? 'purchase' : 'adjustment',
        ...(quantity > 0 ? { quantity_change: quantity, unit_cost: columns.cost_price } : { set_on_hand: 0 }),
        reason: 'Opening stock',
      });
    }
  }
}

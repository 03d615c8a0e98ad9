-- Catalog. The sellable unit is the variant.
create table app.brands (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  store_id uuid not null,
  name text not null check (length(name) between 1 and 200),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 220),
  logo text,
  banner_image text,
  description text check (length(description) <= 50000),
  seo_title text check (length(seo_title) <= 200),
  seo_description text check (length(seo_description) <= 500),
  status text not null default 'active' check (status in ('active', 'inactive')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (store_id, id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  constraint brands_slug_key unique (store_id, slug)
);
create index brands_store_id_created_at_idx on app.brands (store_id, created_at desc, id desc);
create index brands_company_id_created_at_idx on app.brands (company_id, created_at desc, id desc);
comment on table app.brands is 'Brands of a store. spec: Brand';

create table app.categories (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  store_id uuid not null,
  parent_id uuid,
  name text not null check (length(name) between 1 and 200),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 220),
  image text,
  banner_image text,
  description text check (length(description) <= 50000),
  seo_title text check (length(seo_title) <= 200),
  seo_description text check (length(seo_description) <= 500),
  status text not null default 'active' check (status in ('active', 'inactive')),
  position integer not null default 0 check (position between 0 and 1000000),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (store_id, id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  foreign key (store_id, parent_id) references app.categories (store_id, id),
  constraint categories_slug_key unique (store_id, slug),
  constraint categories_are_not_their_own_parent check (parent_id <> id)
);
create index categories_store_id_created_at_idx on app.categories (store_id, created_at desc, id desc);
create index categories_company_id_created_at_idx on app.categories (company_id, created_at desc, id desc);
create index categories_parent_id_idx on app.categories (store_id, parent_id);
comment on table app.categories is 'The category tree by parent_id, in the same store, without cycles. spec: Category';

create table app.attributes (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  store_id uuid not null,
  name text not null check (length(name) between 1 and 100),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 120),
  type text not null check (type in ('variant', 'specification')),
  input_type text not null default 'text' check (input_type in ('text', 'color', 'image')),
  is_filterable boolean not null default false,
  is_required boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (store_id, id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  constraint attributes_slug_key unique (store_id, slug)
);
create unique index attributes_name_key on app.attributes (store_id, lower(name));
create index attributes_store_id_created_at_idx on app.attributes (store_id, created_at desc, id desc);
create index attributes_company_id_created_at_idx on app.attributes (company_id, created_at desc, id desc);
comment on table app.attributes is 'What variants differ by (Size, Colour) or products are described by. spec: Attribute';

create table app.attribute_values (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  store_id uuid not null,
  attribute_id uuid not null,
  value text not null check (length(value) between 1 and 200),
  position integer not null default 0 check (position between 0 and 1000000),
  swatch_hex text check (swatch_hex ~ '^#[0-9A-F]{6}$'),
  swatch_image text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (store_id, id),
  unique (attribute_id, id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  foreign key (store_id, attribute_id) references app.attributes (store_id, id)
);
create unique index attribute_values_value_key on app.attribute_values (attribute_id, lower(value));
comment on table app.attribute_values is 'Values of an attribute; the same value ignoring case may stand once.';

create table app.products (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  store_id uuid not null,
  name text not null check (length(name) between 1 and 200),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 220),
  brand_id uuid,
  short_description text check (length(short_description) <= 1000),
  description text check (length(description) <= 100000),
  status text not null default 'draft' check (status in ('draft', 'active', 'archived')),
  delivery_charge numeric(12, 2) check (delivery_charge >= 0),
  rating_average numeric(3, 2) check (rating_average between 0 and 5),
  rating_count integer not null default 0 check (rating_count >= 0),
  search_text text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (store_id, id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  foreign key (store_id, brand_id) references app.brands (store_id, id),
  constraint products_slug_key unique (store_id, slug)
);
create index products_store_id_created_at_idx on app.products (store_id, created_at desc, id desc);
create index products_company_id_created_at_idx on app.products (company_id, created_at desc, id desc);
create index products_store_id_updated_at_idx on app.products (store_id, updated_at);
create index products_company_id_updated_at_idx on app.products (company_id, updated_at);
create index products_brand_id_idx on app.products (store_id, brand_id);
create index products_search_text_idx on app.products using gin (search_text extensions.gin_trgm_ops);
comment on column app.products.search_text is 'Name and SKUs in lower case, kept by triggers, for search.';
comment on table app.products is 'What a shop shows; its variants are what it sells. spec: Product';
comment on column app.products.delivery_charge is 'Override: 0 is free delivery, N a flat charge, null the standard rules.';

create table app.product_categories (
  company_id uuid not null,
  store_id uuid not null,
  product_id uuid not null,
  category_id uuid not null,
  is_primary boolean not null default false,
  position integer not null default 0,
  primary key (product_id, category_id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  foreign key (store_id, product_id) references app.products (store_id, id) on delete cascade,
  foreign key (store_id, category_id) references app.categories (store_id, id)
);
create unique index product_categories_one_primary on app.product_categories (product_id) where is_primary;
create index product_categories_category_id_idx on app.product_categories (store_id, category_id);
comment on table app.product_categories is 'Which categories a product stands in; at most one is primary.';

create table app.product_images (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  store_id uuid not null,
  product_id uuid not null,
  media_key text not null check (length(media_key) between 1 and 300),
  alt_text text check (length(alt_text) <= 500),
  position integer not null check (position >= 0),
  is_thumbnail boolean not null default false,
  width integer check (width > 0),
  height integer check (height > 0),
  size_bytes integer check (size_bytes > 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (store_id, id),
  unique (product_id, id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  foreign key (store_id, product_id) references app.products (store_id, id),
  constraint product_images_position_key unique (product_id, position) deferrable initially deferred
);
create unique index product_images_one_thumbnail on app.product_images (product_id) where is_thumbnail;
comment on table app.product_images is 'The gallery of a product, in order from 0. media_key names the file on our own image origin.';

create table app.variants (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  store_id uuid not null,
  product_id uuid not null,
  sku text not null check (length(sku) between 1 and 100),
  barcode text check (length(barcode) between 1 and 100),
  name text not null check (length(name) between 1 and 200),
  price numeric(12, 2) not null check (price >= 0),
  discount_price numeric(12, 2) check (discount_price >= 0),
  weight numeric(12, 3) check (weight >= 0),
  dimensions jsonb check (jsonb_typeof(dimensions) = 'object'),
  low_stock_threshold integer not null default 0 check (low_stock_threshold between 0 and 1000000000),
  status text not null default 'active' check (status in ('active', 'inactive')),
  image_id uuid,
  option_key text not null default '',
  position integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (store_id, id),
  unique (product_id, id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  foreign key (store_id, product_id) references app.products (store_id, id),
  foreign key (product_id, image_id) references app.product_images (product_id, id) on delete set null (image_id),
  constraint variants_sku_key unique (store_id, sku),
  constraint variants_options_key unique (product_id, option_key),
  constraint variants_discount_price_is_below_price check (discount_price < price)
);
create index variants_product_id_idx on app.variants (store_id, product_id);
create index variants_barcode_idx on app.variants (store_id, barcode);
comment on table app.variants is 'The sellable unit: SKU and price. spec: Variant';
comment on column app.variants.option_key is 'The option combination as sorted value ids, kept by the options trigger: two variants of a product cannot be equal in it.';

create table app.variant_options (
  company_id uuid not null,
  store_id uuid not null,
  variant_id uuid not null,
  attribute_id uuid not null,
  value_id uuid not null,
  position integer not null default 0,
  primary key (variant_id, attribute_id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  foreign key (store_id, variant_id) references app.variants (store_id, id) on delete cascade,
  foreign key (store_id, attribute_id) references app.attributes (store_id, id),
  foreign key (attribute_id, value_id) references app.attribute_values (attribute_id, id)
);
create index variant_options_attribute_id_idx on app.variant_options (store_id, attribute_id);
create index variant_options_value_id_idx on app.variant_options (attribute_id, value_id);
comment on table app.variant_options is 'Which value of which attribute a variant has; set when the variant is created.';

create table app.variant_costs (
  variant_id uuid primary key,
  company_id uuid not null,
  store_id uuid not null,
  average_cost numeric(14, 4) not null default 0 check (average_cost >= 0),
  updated_at timestamptz not null,
  foreign key (company_id, store_id) references app.stores (company_id, id),
  foreign key (store_id, variant_id) references app.variants (store_id, id) on delete cascade
);
comment on table app.variant_costs is 'The moving-average cost of a variant over all its locations, in the store''s currency. Apart from variants so that no reader of the catalog can see it. spec: Variant';

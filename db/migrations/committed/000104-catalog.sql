--! Previous: sha1:c66748b86eb7893cfb2439a2f4387b72f00f2450
--! Hash: sha1:0c8bb9885f50536b531f40eae2844de73defbb87
--! Message: Catalog

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
  constraint brands_slug_key unique (store_id, slug),
  constraint brands_store_id_id_key unique (store_id, id, company_id),
  foreign key (company_id, store_id) references app.stores (company_id, id)
);
create index brands_store_id_created_at_idx on app.brands (store_id, created_at desc, id desc);
create index brands_company_id_created_at_idx on app.brands (company_id, created_at desc, id desc);

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
  position integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint categories_slug_key unique (store_id, slug),
  constraint categories_store_id_id_key unique (store_id, id, company_id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  constraint categories_store_id_parent_id_fkey foreign key (company_id, store_id, parent_id)
    references app.categories (company_id, store_id, id),
  constraint categories_are_not_their_own_parent check (parent_id <> id)
);
create index categories_store_id_created_at_idx on app.categories (store_id, created_at desc, id desc);
create index categories_company_id_created_at_idx on app.categories (company_id, created_at desc, id desc);
create index categories_parent_id_idx on app.categories (store_id, parent_id);

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
  constraint attributes_slug_key unique (store_id, slug),
  constraint attributes_store_id_id_key unique (store_id, id, company_id),
  foreign key (company_id, store_id) references app.stores (company_id, id)
);
create index attributes_store_id_created_at_idx on app.attributes (store_id, created_at desc, id desc);
create index attributes_company_id_created_at_idx on app.attributes (company_id, created_at desc, id desc);
create unique index attributes_name_key on app.attributes (store_id, internal.fold(name), company_id);

create table app.attribute_values (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  store_id uuid not null,
  attribute_id uuid not null,
  value text not null check (length(value) between 1 and 200),
  position integer not null default 0,
  swatch_hex text check (swatch_hex ~ '^#[0-9A-F]{6}$'),
  swatch_image text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint attribute_values_attribute_id_id_key unique (attribute_id, id, company_id),
  constraint attribute_values_store_id_id_key unique (store_id, id, company_id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  constraint attribute_values_store_id_attribute_id_fkey foreign key (company_id, store_id, attribute_id)
    references app.attributes (company_id, store_id, id)
);
create unique index attribute_values_value_key
  on app.attribute_values (attribute_id, internal.fold(value), company_id);

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
  child_changes bigint not null default 0,
  has_image boolean not null default false,
  constraint products_slug_key unique (store_id, slug),
  constraint products_store_id_id_key unique (store_id, id, company_id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  constraint products_store_id_brand_id_fkey foreign key (company_id, store_id, brand_id)
    references app.brands (company_id, store_id, id)
);
create index products_store_id_created_at_idx on app.products (store_id, created_at desc, id desc);
create index products_company_id_created_at_idx on app.products (company_id, created_at desc, id desc);
create index products_brand_id_idx on app.products (store_id, brand_id);
create index products_search_text_idx on app.products using gin (search_text extensions.gin_trgm_ops);
create index products_store_id_changes_idx on app.products (store_id, updated_at, created_at, id);
create index products_company_id_changes_idx on app.products (company_id, updated_at, created_at, id);
create index products_store_id_status_idx on app.products (store_id, status, created_at desc, id desc);
create index products_without_image_idx on app.products (store_id, id) where not has_image and status = 'active';
create index products_short_grams_idx on app.products using gin (internal.short_grams(search_text));
alter table app.staff_notes add foreign key (company_id, store_id, product_id)
  references app.products (company_id, store_id, id);

create table app.product_categories (
  company_id uuid not null,
  store_id uuid not null,
  product_id uuid not null,
  category_id uuid not null,
  is_primary boolean not null default false,
  position integer not null default 0,
  product_status text,
  product_created_at timestamptz,
  primary key (product_id, category_id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  constraint product_categories_store_id_category_id_fkey foreign key (company_id, store_id, category_id)
    references app.categories (company_id, store_id, id),
  constraint product_categories_store_id_product_id_fkey foreign key (company_id, store_id, product_id)
    references app.products (company_id, store_id, id) on delete cascade
);
create unique index product_categories_one_primary on app.product_categories (product_id, company_id)
  where is_primary;
create index product_categories_list_idx on app.product_categories (store_id, category_id, product_status,
  product_created_at desc, product_id desc);

create table app.product_images (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  store_id uuid not null,
  product_id uuid not null,
  media_key text not null check (length(media_key) between 1 and 300),
  alt_text text check (length(alt_text) <= 500),
  position integer not null check ("position" >= 0),
  is_thumbnail boolean not null default false,
  width integer check (width > 0),
  height integer check (height > 0),
  size_bytes integer check (size_bytes > 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint product_images_position_key unique (product_id, "position", company_id) deferrable initially deferred,
  constraint product_images_product_id_id_key unique (product_id, id, company_id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  constraint product_images_store_id_product_id_fkey foreign key (company_id, store_id, product_id)
    references app.products (company_id, store_id, id)
);
create unique index product_images_one_thumbnail on app.product_images (product_id, company_id) where is_thumbnail;

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
  constraint variants_sku_key unique (store_id, sku) deferrable,
  constraint variants_options_key unique (product_id, option_key, company_id),
  constraint variants_product_id_id_key unique (product_id, id, company_id),
  constraint variants_store_id_id_key unique (store_id, id, company_id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  constraint variants_product_id_image_id_fkey foreign key (company_id, product_id, image_id)
    references app.product_images (company_id, product_id, id) on delete set null (image_id),
  constraint variants_store_id_product_id_fkey foreign key (company_id, store_id, product_id)
    references app.products (company_id, store_id, id),
  constraint variants_discount_price_is_below_price check (discount_price < price)
);
create index variants_product_id_idx on app.variants (store_id, product_id);
create index variants_barcode_idx on app.variants (store_id, barcode);
create index variants_without_price_idx on app.variants (store_id, product_id)
  where price = 0 and status = 'active';
create index variants_folded_sku_idx on app.variants (store_id, internal.fold(sku));

create table app.variant_options (
  company_id uuid not null,
  store_id uuid not null,
  variant_id uuid not null,
  attribute_id uuid not null,
  value_id uuid not null,
  position integer not null default 0,
  primary key (variant_id, attribute_id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  constraint variant_options_attribute_id_value_id_fkey foreign key (company_id, attribute_id, value_id)
    references app.attribute_values (company_id, attribute_id, id),
  constraint variant_options_store_id_attribute_id_fkey foreign key (company_id, store_id, attribute_id)
    references app.attributes (company_id, store_id, id),
  constraint variant_options_store_id_variant_id_fkey foreign key (company_id, store_id, variant_id)
    references app.variants (company_id, store_id, id) on delete cascade
);
create index variant_options_attribute_id_idx on app.variant_options (store_id, attribute_id);
create index variant_options_value_id_idx on app.variant_options (attribute_id, value_id);

create table app.variant_costs (
  variant_id uuid primary key,
  company_id uuid not null,
  store_id uuid not null,
  average_cost numeric(14, 4) not null default 0 check (average_cost >= 0),
  updated_at timestamptz not null,
  foreign key (company_id, store_id) references app.stores (company_id, id),
  constraint variant_costs_store_id_variant_id_fkey foreign key (company_id, store_id, variant_id)
    references app.variants (company_id, store_id, id) on delete cascade
);

create table internal.pending_renames (
  kind text not null check (kind in ('brand', 'category', 'attribute', 'value')),
  id uuid not null,
  company_id uuid not null,
  store_id uuid not null,
  after_product_id uuid,
  request_id text,
  noted_at timestamptz not null default internal.now(),
  primary key (kind, id)
);

create table app.product_documents (
  product_id uuid primary key,
  company_id uuid not null,
  store_id uuid not null,
  version bigint not null,
  shape text not null,
  document json not null,
  foreign key (company_id, store_id) references app.stores (company_id, id),
  constraint product_documents_store_id_product_id_fkey foreign key (company_id, store_id, product_id)
    references app.products (company_id, store_id, id) on delete cascade
) with (fillfactor = 80);

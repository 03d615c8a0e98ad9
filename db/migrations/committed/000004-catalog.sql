--! Previous: sha1:0c39027722c7eb7f34299c3535dfb1c9bc03ded0
--! Hash: sha1:f195b8594239188a9f6104d3d8a97e36d85a2a16
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
  unique (store_id, id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  constraint brands_slug_key unique (store_id, slug)
);
create index brands_store_id_created_at_idx on app.brands (store_id, created_at desc, id desc);
create index brands_company_id_created_at_idx on app.brands (company_id, created_at desc, id desc);
comment on table app.brands is 'Brands of a store. spec: Brand';
comment on column app.brands.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.brands.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.brands.store_id is 'The store. The fence compares it.';
comment on column app.brands.name is 'Name shown.';
comment on column app.brands.slug is 'Name in URLs: lowercase letters, digits, single hyphens.';
comment on column app.brands.logo is 'Key of the stored picture: internal.media_url() gives its address.';
comment on column app.brands.banner_image is 'Key of the stored picture: internal.media_url() gives its address.';
comment on column app.brands.description is 'Text for shoppers.';
comment on column app.brands.seo_title is 'Title for search engines.';
comment on column app.brands.seo_description is 'Description for search engines.';
comment on column app.brands.status is 'active or inactive.';
comment on column app.brands.created_at is 'When the row was written, by internal.now().';
comment on column app.brands.updated_at is 'When anything shown in the resource last changed; clients sync by it.';

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
comment on column app.categories.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.categories.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.categories.store_id is 'The store. The fence compares it.';
comment on column app.categories.parent_id is 'The category above; null at the top.';
comment on column app.categories.name is 'Name shown.';
comment on column app.categories.slug is 'Name in URLs: lowercase letters, digits, single hyphens.';
comment on column app.categories.image is 'Key of the stored picture: internal.media_url() gives its address.';
comment on column app.categories.banner_image is 'Key of the stored picture: internal.media_url() gives its address.';
comment on column app.categories.description is 'Text for shoppers.';
comment on column app.categories.seo_title is 'Title for search engines.';
comment on column app.categories.seo_description is 'Description for search engines.';
comment on column app.categories.status is 'active or inactive.';
comment on column app.categories.position is 'Order among its siblings.';
comment on column app.categories.created_at is 'When the row was written, by internal.now().';
comment on column app.categories.updated_at is 'When anything shown in the resource last changed; clients sync by it.';

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
create index attributes_store_id_created_at_idx on app.attributes (store_id, created_at desc, id desc);
create index attributes_company_id_created_at_idx on app.attributes (company_id, created_at desc, id desc);
create unique index attributes_name_key on app.attributes (store_id, internal.fold(name));
comment on table app.attributes is 'What variants differ by (Size, Colour) or products are described by. spec: Attribute';
comment on column app.attributes.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.attributes.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.attributes.store_id is 'The store. The fence compares it.';
comment on column app.attributes.name is 'Unique in the store, whatever the case.';
comment on column app.attributes.slug is 'Name in URLs: lowercase letters, digits, single hyphens.';
comment on column app.attributes.type is 'variant: variants differ by it; specification: products are described by it.';
comment on column app.attributes.input_type is 'How values are shown: text, color, image.';
comment on column app.attributes.is_filterable is 'Shops offer it as a filter.';
comment on column app.attributes.is_required is 'Shops ask for it.';
comment on column app.attributes.created_at is 'When the row was written, by internal.now().';
comment on column app.attributes.updated_at is 'When anything shown in the resource last changed; clients sync by it.';

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
create unique index attribute_values_value_key on app.attribute_values (attribute_id, internal.fold(value));
comment on table app.attribute_values is 'Values of an attribute; the same value may stand once, whatever its letter case, blanks and spelling in Unicode.';
comment on column app.attribute_values.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.attribute_values.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.attribute_values.store_id is 'The store. The fence compares it.';
comment on column app.attribute_values.attribute_id is 'The attribute it is a value of.';
comment on column app.attribute_values.value is 'The text shown: XL, Red.';
comment on column app.attribute_values.position is 'Order within the attribute, from 0.';
comment on column app.attribute_values.swatch_hex is 'Colour to show, #RRGGBB.';
comment on column app.attribute_values.swatch_image is 'Key of the stored picture: internal.media_url() gives its address.';
comment on column app.attribute_values.created_at is 'When the row was written, by internal.now().';
comment on column app.attribute_values.updated_at is 'When anything shown in the resource last changed; clients sync by it.';

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
comment on table app.products is 'What a shop shows; its variants are what it sells. spec: Product';
comment on column app.products.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.products.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.products.store_id is 'The store. The fence compares it.';
comment on column app.products.name is 'Name shown.';
comment on column app.products.slug is 'Name in URLs: lowercase letters, digits, single hyphens.';
comment on column app.products.brand_id is 'Its brand.';
comment on column app.products.short_description is 'Text for lists.';
comment on column app.products.description is 'Text for its page, as sent or cleaned HTML.';
comment on column app.products.status is 'draft, active or archived. Archived ones are never removed.';
comment on column app.products.delivery_charge is 'Override: 0 is free delivery, N a flat charge, null the standard rules.';
comment on column app.products.rating_average is 'Average of ratings, 0 to 5; null without one.';
comment on column app.products.rating_count is 'How many ratings.';
comment on column app.products.search_text is 'Name and SKUs as text is compared (internal.fold), kept by triggers, for search.';
comment on column app.products.created_at is 'When the row was written, by internal.now().';
comment on column app.products.updated_at is 'When anything shown in the resource last changed; clients sync by it.';
comment on column app.products.child_changes is 'How often something shown with the product changed (variants, pictures, categories, videos, names of what it refers to): makes such a change one of this row.';

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
comment on column app.product_categories.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.product_categories.store_id is 'The store. The fence compares it.';
comment on column app.product_categories.product_id is 'The product.';
comment on column app.product_categories.category_id is 'A category it stands in.';
comment on column app.product_categories.is_primary is 'The one shown in its path; at most one.';
comment on column app.product_categories.position is 'Order in the product''s list.';

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
comment on column app.product_images.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.product_images.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.product_images.store_id is 'The store. The fence compares it.';
comment on column app.product_images.product_id is 'The product it shows.';
comment on column app.product_images.media_key is 'Name of the file in our store of pictures.';
comment on column app.product_images.alt_text is 'What it shows, in words.';
comment on column app.product_images.position is 'Order in the gallery, from 0.';
comment on column app.product_images.is_thumbnail is 'The one shown in lists; at most one.';
comment on column app.product_images.width is 'Pixels.';
comment on column app.product_images.height is 'Pixels.';
comment on column app.product_images.size_bytes is 'Bytes of the file as we keep it.';
comment on column app.product_images.created_at is 'When the row was written, by internal.now().';
comment on column app.product_images.updated_at is 'When anything shown in the resource last changed; clients sync by it.';

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
  constraint variants_sku_key unique (store_id, sku) deferrable initially immediate,
  constraint variants_options_key unique (product_id, option_key),
  constraint variants_discount_price_is_below_price check (discount_price < price)
);
create index variants_product_id_idx on app.variants (store_id, product_id);
create index variants_barcode_idx on app.variants (store_id, barcode);
comment on table app.variants is 'The sellable unit: SKU and price. spec: Variant';
comment on column app.variants.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.variants.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.variants.store_id is 'The store. The fence compares it.';
comment on column app.variants.product_id is 'Its product.';
comment on column app.variants.sku is 'Unique in the store.';
comment on column app.variants.barcode is 'May repeat.';
comment on column app.variants.name is 'Name shown.';
comment on column app.variants.price is 'Regular price.';
comment on column app.variants.discount_price is 'Selling price while it is set; below price.';
comment on column app.variants.weight is 'Kilograms.';
comment on column app.variants.dimensions is '{length, width, height, unit: cm}.';
comment on column app.variants.low_stock_threshold is 'At or below this many available a level is low.';
comment on column app.variants.status is 'Only active variants are sold.';
comment on column app.variants.image_id is 'Its picture, one of the product''s.';
comment on column app.variants.option_key is 'The option combination as sorted value ids, kept by the options trigger: two variants of a product cannot be equal in it.';
comment on column app.variants.position is 'Order within the product, from 0.';
comment on column app.variants.created_at is 'When the row was written, by internal.now().';
comment on column app.variants.updated_at is 'When anything shown in the resource last changed; clients sync by it.';

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
comment on column app.variant_options.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.variant_options.store_id is 'The store. The fence compares it.';
comment on column app.variant_options.variant_id is 'The variant.';
comment on column app.variant_options.attribute_id is 'The attribute it has a value of.';
comment on column app.variant_options.value_id is 'The value.';
comment on column app.variant_options.position is 'Order of its options.';

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
comment on column app.variant_costs.variant_id is 'The variant.';
comment on column app.variant_costs.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.variant_costs.store_id is 'The store. The fence compares it.';
comment on column app.variant_costs.average_cost is 'Moving average: a purchase folds in over the stock of all locations. Its row is locked by every adjustment.';
comment on column app.variant_costs.updated_at is 'When anything shown in the resource last changed; clients sync by it.';

create table internal.pending_renames (
  kind text not null check (kind in ('brand', 'category', 'attribute', 'value')),
  id uuid not null,
  company_id uuid not null,
  store_id uuid not null,
  after_product_id uuid,
  request_id text,
  noted_at timestamptz not null default internal.now(),
  constraint pending_renames_pkey primary key (kind, id)
);
comment on table internal.pending_renames is 'Brands, categories, attributes and values that were renamed and whose products are being touched and told, in order of their ids, by the job rename__publish.';
comment on column internal.pending_renames.after_product_id is 'The last product that was told; null before the first.';
comment on column internal.pending_renames.request_id is 'The request that renamed it, which its events name.';
comment on column internal.pending_renames.noted_at is 'When the first rename that is not told in full was made.';

-- Written by "npm run db -- schema" from a migrated database: do not edit.

-- Values of an attribute; the same value may stand once, whatever its letter case, blanks and spelling in Unicode.
table app.attribute_values (
  -- UUIDv7: opaque to clients, rising with time.
  id           uuid not null default uuidv7(),
  -- The tenant. On every row: the fence compares it.
  company_id   uuid not null,
  -- The store. The fence compares it.
  store_id     uuid not null,
  -- The attribute it is a value of.
  attribute_id uuid not null,
  -- The text shown: XL, Red.
  value        text not null,
  -- Order within the attribute, from 0.
  "position"   integer not null default 0,
  -- Colour to show, #RRGGBB.
  swatch_hex   text,
  -- Key of the stored picture: internal.media_url() gives its address.
  swatch_image text,
  -- When the row was written, by internal.now().
  created_at   timestamptz not null,
  -- When anything shown in the resource last changed; clients sync by it.
  updated_at   timestamptz not null,
  constraint attribute_values_pkey primary key (id),
  constraint attribute_values_attribute_id_id_key unique (attribute_id, id, company_id),
  constraint attribute_values_store_id_id_key unique (store_id, id, company_id),
  constraint attribute_values_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id),
  constraint attribute_values_store_id_attribute_id_fkey foreign key (company_id, store_id, attribute_id) references app.attributes(company_id, store_id, id),
  constraint attribute_values_swatch_hex_check check (swatch_hex ~ '^#[0-9A-F]{6}$'),
  constraint attribute_values_value_check check (length(value) >= 1 and length(value) <= 200)
);
create unique index attribute_values_value_key on app.attribute_values using btree (attribute_id, internal.fold(value), company_id);
trigger _100_stamp_times before insert or update on app.attribute_values for each row execute function internal.tg__stamp_times();
trigger _400_journal after insert or delete or update on app.attribute_values for each row execute function internal.tg__journal('attribute_value', 'id', 'attribute_id', '', '');
trigger _500_note_rename after update on app.attribute_values for each row when (old.value is distinct from new.value) execute function internal.tg__note_rename('value');
trigger _500_touch_attribute_on_insert after insert on app.attribute_values referencing new table as new_rows for each statement execute function internal.tg__touch_attribute();
trigger _500_touch_attribute_on_update after update on app.attribute_values referencing old table as old_rows new table as new_rows for each statement execute function internal.tg__touch_attribute();
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant select to haat_api, haat_dba, haat_gatekeeper, haat_staff;

-- What variants differ by (Size, Colour) or products are described by.
table app.attributes (
  -- UUIDv7: opaque to clients, rising with time.
  id            uuid not null default uuidv7(),
  -- The tenant. On every row: the fence compares it.
  company_id    uuid not null,
  -- The store. The fence compares it.
  store_id      uuid not null,
  -- Unique in the store, whatever the case.
  name          text not null,
  -- Name in URLs: lowercase letters, digits, single hyphens.
  slug          text not null,
  -- variant: variants differ by it; specification: products are described by it.
  type          text not null,
  -- How values are shown: text, color, image.
  input_type    text not null default 'text',
  -- Shops offer it as a filter.
  is_filterable boolean not null default false,
  -- Shops ask for it.
  is_required   boolean not null default false,
  -- When the row was written, by internal.now().
  created_at    timestamptz not null,
  -- When anything shown in the resource last changed; clients sync by it.
  updated_at    timestamptz not null,
  constraint attributes_pkey primary key (id),
  constraint attributes_slug_key unique (store_id, slug),
  constraint attributes_store_id_id_key unique (store_id, id, company_id),
  constraint attributes_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id),
  constraint attributes_input_type_check check (input_type in ('text', 'color', 'image')),
  constraint attributes_name_check check (length(name) >= 1 and length(name) <= 100),
  constraint attributes_slug_check check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 120),
  constraint attributes_type_check check (type in ('variant', 'specification'))
);
create index attributes_company_id_created_at_idx on app.attributes using btree (company_id, created_at desc, id desc);
create index attributes_store_id_created_at_idx on app.attributes using btree (store_id, created_at desc, id desc);
create unique index attributes_name_key on app.attributes using btree (store_id, internal.fold(name), company_id);
trigger _100_stamp_times before insert or update on app.attributes for each row execute function internal.tg__stamp_times();
trigger _400_journal after insert or delete or update on app.attributes for each row execute function internal.tg__journal('attribute', 'id', '', '', '');
trigger _500_note_rename after update on app.attributes for each row when (old.name is distinct from new.name) execute function internal.tg__note_rename('attribute');
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant select to haat_api, haat_dba, haat_gatekeeper, haat_staff;

-- Brands of a store.
table app.brands (
  -- UUIDv7: opaque to clients, rising with time.
  id              uuid not null default uuidv7(),
  -- The tenant. On every row: the fence compares it.
  company_id      uuid not null,
  -- The store. The fence compares it.
  store_id        uuid not null,
  -- Name shown.
  name            text not null,
  -- Name in URLs: lowercase letters, digits, single hyphens.
  slug            text not null,
  -- Key of the stored picture: internal.media_url() gives its address.
  logo            text,
  -- Key of the stored picture: internal.media_url() gives its address.
  banner_image    text,
  -- Text for shoppers.
  description     text,
  -- Title for search engines.
  seo_title       text,
  -- Description for search engines.
  seo_description text,
  -- active or inactive.
  status          text not null default 'active',
  -- When the row was written, by internal.now().
  created_at      timestamptz not null,
  -- When anything shown in the resource last changed; clients sync by it.
  updated_at      timestamptz not null,
  constraint brands_pkey primary key (id),
  constraint brands_slug_key unique (store_id, slug),
  constraint brands_store_id_id_key unique (store_id, id, company_id),
  constraint brands_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id),
  constraint brands_description_check check (length(description) <= 50000),
  constraint brands_name_check check (length(name) >= 1 and length(name) <= 200),
  constraint brands_seo_description_check check (length(seo_description) <= 500),
  constraint brands_seo_title_check check (length(seo_title) <= 200),
  constraint brands_slug_check check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 220),
  constraint brands_status_check check (status in ('active', 'inactive'))
);
create index brands_company_id_created_at_idx on app.brands using btree (company_id, created_at desc, id desc);
create index brands_store_id_created_at_idx on app.brands using btree (store_id, created_at desc, id desc);
trigger _100_stamp_times before insert or update on app.brands for each row execute function internal.tg__stamp_times();
trigger _400_journal after insert or delete or update on app.brands for each row execute function internal.tg__journal('brand', 'id', '', '', '');
trigger _500_note_rename after update on app.brands for each row when (old.name is distinct from new.name or old.slug is distinct from new.slug) execute function internal.tg__note_rename('brand');
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant select to haat_api, haat_dba, haat_gatekeeper, haat_staff;

-- The category tree by parent_id, in the same store, without cycles.
table app.categories (
  -- UUIDv7: opaque to clients, rising with time.
  id              uuid not null default uuidv7(),
  -- The tenant. On every row: the fence compares it.
  company_id      uuid not null,
  -- The store. The fence compares it.
  store_id        uuid not null,
  -- The category above; null at the top.
  parent_id       uuid,
  -- Name shown.
  name            text not null,
  -- Name in URLs: lowercase letters, digits, single hyphens.
  slug            text not null,
  -- Key of the stored picture: internal.media_url() gives its address.
  image           text,
  -- Key of the stored picture: internal.media_url() gives its address.
  banner_image    text,
  -- Text for shoppers.
  description     text,
  -- Title for search engines.
  seo_title       text,
  -- Description for search engines.
  seo_description text,
  -- active or inactive.
  status          text not null default 'active',
  -- Order among its siblings.
  "position"      integer not null default 0,
  -- When the row was written, by internal.now().
  created_at      timestamptz not null,
  -- When anything shown in the resource last changed; clients sync by it.
  updated_at      timestamptz not null,
  constraint categories_pkey primary key (id),
  constraint categories_slug_key unique (store_id, slug),
  constraint categories_store_id_id_key unique (store_id, id, company_id),
  constraint categories_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id),
  constraint categories_store_id_parent_id_fkey foreign key (company_id, store_id, parent_id) references app.categories(company_id, store_id, id),
  constraint categories_are_not_their_own_parent check (parent_id <> id),
  constraint categories_description_check check (length(description) <= 50000),
  constraint categories_name_check check (length(name) >= 1 and length(name) <= 200),
  constraint categories_seo_description_check check (length(seo_description) <= 500),
  constraint categories_seo_title_check check (length(seo_title) <= 200),
  constraint categories_slug_check check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 220),
  constraint categories_status_check check (status in ('active', 'inactive'))
);
create index categories_company_id_created_at_idx on app.categories using btree (company_id, created_at desc, id desc);
create index categories_parent_id_idx on app.categories using btree (store_id, parent_id);
create index categories_store_id_created_at_idx on app.categories using btree (store_id, created_at desc, id desc);
trigger _100_stamp_times before insert or update on app.categories for each row execute function internal.tg__stamp_times();
trigger _150_check_parent before update of parent_id on app.categories for each row when (new.parent_id is not null) execute function internal.tg_categories__check_parent();
trigger _400_journal after insert or delete or update on app.categories for each row execute function internal.tg__journal('category', 'id', '', '', '');
trigger _500_note_rename after update on app.categories for each row when (old.name is distinct from new.name or old.slug is distinct from new.slug) execute function internal.tg__note_rename('category');
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant select to haat_api, haat_dba, haat_gatekeeper, haat_staff;

-- Which categories a product stands in; at most one is primary.
table app.product_categories (
  -- The tenant. On every row: the fence compares it.
  company_id         uuid not null,
  -- The store. The fence compares it.
  store_id           uuid not null,
  -- The product.
  product_id         uuid not null,
  -- A category it stands in.
  category_id        uuid not null,
  -- The one shown in its path; at most one.
  is_primary         boolean not null default false,
  -- Order in the product's list.
  "position"         integer not null default 0,
  -- The status of the product, for the lists of a category.
  product_status     text,
  -- When the product was written, for the order of the lists of a category.
  product_created_at timestamptz,
  constraint product_categories_pkey primary key (product_id, category_id),
  constraint product_categories_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id),
  constraint product_categories_store_id_category_id_fkey foreign key (company_id, store_id, category_id) references app.categories(company_id, store_id, id),
  constraint product_categories_store_id_product_id_fkey foreign key (company_id, store_id, product_id) references app.products(company_id, store_id, id) on delete cascade
);
create index product_categories_list_idx on app.product_categories using btree (store_id, category_id, product_status, product_created_at desc, product_id desc);
create unique index product_categories_one_primary on app.product_categories using btree (product_id, company_id) where is_primary;
trigger _200_copy_product before insert on app.product_categories for each row execute function internal.tg_product_categories__copy_product();
trigger _400_journal after insert or delete or update on app.product_categories for each row execute function internal.tg__journal('product_category', 'product_id category_id', '', 'product_status product_created_at', '');
trigger _500_touch_product_on_delete after delete on app.product_categories referencing old table as old_rows for each statement execute function internal.tg__touch_product();
trigger _500_touch_product_on_insert after insert on app.product_categories referencing new table as new_rows for each statement execute function internal.tg__touch_product();
trigger _500_touch_product_on_update after update on app.product_categories referencing old table as old_rows new table as new_rows for each statement execute function internal.tg_product_categories__touch_product();
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant select to haat_api, haat_dba, haat_gatekeeper, haat_staff;

-- How many products of a store are not archived: the sum of its rows, once it was counted. Written by triggers of
-- products and added up by internal.fold_product_counts(); ledger.check_product_counts proves it.
table app.product_counts (
  -- 0: what was counted and added up so far. The others, in the order of writing: what changed since.
  id         bigint not null generated always as identity,
  -- The tenant. On every row: the fence compares it.
  company_id uuid not null,
  -- The store. The fence compares it.
  store_id   uuid not null,
  -- How many there are, or how many came or went.
  products   bigint not null,
  constraint product_counts_pkey primary key (company_id, store_id, id),
  constraint product_counts_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id)
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=10000, autovacuum_vacuum_insert_scale_factor=0, autovacuum_vacuum_insert_threshold=10000);
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant delete, insert, select, update to haat_gatekeeper;
grant select to haat_api, haat_dba, haat_staff;

-- Each product as the API shows it, kept by what writes products. One that is missing, of another version or of
-- another shape is made anew for each reader.
table app.product_documents (
  -- The product.
  product_id uuid not null,
  -- The tenant. On every row: the fence compares it.
  company_id uuid not null,
  -- The store. The fence compares it.
  store_id   uuid not null,
  -- The child_changes of the product that it shows: with another one it is out of date.
  version    bigint not null,
  -- By which release and for which address of pictures it was made (internal.product_document_shape).
  shape      text not null,
  -- What the API answers.
  document   json not null,
  constraint product_documents_pkey primary key (product_id),
  constraint product_documents_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id),
  constraint product_documents_store_id_product_id_fkey foreign key (company_id, store_id, product_id) references app.products(company_id, store_id, id) on delete cascade
) with (fillfactor=80);
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant select to haat_api, haat_dba, haat_gatekeeper, haat_staff;

-- The gallery of a product, in order from 0. media_key names the file on our own image origin.
table app.product_images (
  -- UUIDv7: opaque to clients, rising with time.
  id           uuid not null default uuidv7(),
  -- The tenant. On every row: the fence compares it.
  company_id   uuid not null,
  -- The store. The fence compares it.
  store_id     uuid not null,
  -- The product it shows.
  product_id   uuid not null,
  -- Name of the file in our store of pictures.
  media_key    text not null,
  -- What it shows, in words.
  alt_text     text,
  -- Order in the gallery, from 0.
  "position"   integer not null,
  -- The one shown in lists; at most one.
  is_thumbnail boolean not null default false,
  -- Pixels.
  width        integer,
  -- Pixels.
  height       integer,
  -- Bytes of the file as we keep it.
  size_bytes   integer,
  -- When the row was written, by internal.now().
  created_at   timestamptz not null,
  -- When anything shown in the resource last changed; clients sync by it.
  updated_at   timestamptz not null,
  constraint product_images_pkey primary key (id),
  constraint product_images_position_key unique (product_id, "position", company_id) deferrable initially deferred,
  constraint product_images_product_id_id_key unique (product_id, id, company_id),
  constraint product_images_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id),
  constraint product_images_store_id_product_id_fkey foreign key (company_id, store_id, product_id) references app.products(company_id, store_id, id),
  constraint product_images_alt_text_check check (length(alt_text) <= 500),
  constraint product_images_height_check check (height > 0),
  constraint product_images_media_key_check check (length(media_key) >= 1 and length(media_key) <= 300),
  constraint product_images_position_check check ("position" >= 0),
  constraint product_images_size_bytes_check check (size_bytes > 0),
  constraint product_images_width_check check (width > 0)
);
create unique index product_images_one_thumbnail on app.product_images using btree (product_id, company_id) where is_thumbnail;
trigger _100_stamp_times before insert or update on app.product_images for each row execute function internal.tg__stamp_times();
trigger _400_journal after insert or delete or update on app.product_images for each row execute function internal.tg__journal('product_image', 'id', 'product_id', '', '');
trigger _500_touch_product_on_delete after delete on app.product_images referencing old table as old_rows for each statement execute function internal.tg__touch_product();
trigger _500_touch_product_on_insert after insert on app.product_images referencing new table as new_rows for each statement execute function internal.tg__touch_product();
trigger _500_touch_product_on_update after update on app.product_images referencing old table as old_rows new table as new_rows for each statement execute function internal.tg__touch_product();
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant select to haat_api, haat_dba, haat_gatekeeper, haat_staff;

-- What a shop shows; its variants are what it sells.
table app.products (
  -- UUIDv7: opaque to clients, rising with time.
  id                uuid not null default uuidv7(),
  -- The tenant. On every row: the fence compares it.
  company_id        uuid not null,
  -- The store. The fence compares it.
  store_id          uuid not null,
  -- Name shown.
  name              text not null,
  -- Name in URLs: lowercase letters, digits, single hyphens.
  slug              text not null,
  -- Its brand.
  brand_id          uuid,
  -- Text for lists.
  short_description text,
  -- Text for its page, as sent or cleaned HTML.
  description       text,
  -- draft, active or archived. Archived ones are never removed.
  status            text not null default 'draft',
  -- Override: 0 is free delivery, N a flat charge, null the standard rules.
  delivery_charge   numeric(12,2),
  -- Average of ratings, 0 to 5; null without one.
  rating_average    numeric(3,2),
  -- How many ratings.
  rating_count      integer not null default 0,
  -- Name and SKUs as text is compared (internal.fold), kept by triggers, for search.
  search_text       text not null default '',
  -- When the row was written, by internal.now().
  created_at        timestamptz not null,
  -- When anything shown in the resource last changed; clients sync by it.
  updated_at        timestamptz not null,
  -- How often the product, or something shown with it, changed (variants, pictures, categories, videos, names of what
  -- it refers to): the version of its document.
  child_changes     bigint not null default 0,
  -- Whether its gallery has an image; kept by internal.touch_products.
  has_image         boolean not null default false,
  -- Words by which the shop groups it, in their order, each once.
  tags              text[] not null default '{}'::text[],
  -- Title for search engines.
  seo_title         text,
  -- Description for search engines.
  seo_description   text,
  constraint products_pkey primary key (id),
  constraint products_slug_key unique (store_id, slug),
  constraint products_store_id_id_key unique (store_id, id, company_id),
  constraint products_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id),
  constraint products_store_id_brand_id_fkey foreign key (company_id, store_id, brand_id) references app.brands(company_id, store_id, id),
  constraint products_delivery_charge_check check (delivery_charge >= 0),
  constraint products_description_check check (length(description) <= 100000),
  constraint products_name_check check (length(name) >= 1 and length(name) <= 200),
  constraint products_rating_average_check check (rating_average >= 0 and rating_average <= 5),
  constraint products_rating_count_check check (rating_count >= 0),
  constraint products_seo_description_check check (length(seo_description) <= 500),
  constraint products_seo_title_check check (length(seo_title) <= 200),
  constraint products_short_description_check check (length(short_description) <= 1000),
  constraint products_slug_check check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 220),
  constraint products_status_check check (status in ('draft', 'active', 'archived')),
  constraint products_tags_check check (cardinality(tags) <= 250 and array_position(tags, null) is null and array_position(tags, '') is null)
);
create index products_brand_id_idx on app.products using btree (store_id, brand_id);
create index products_company_id_changes_idx on app.products using btree (company_id, updated_at, created_at, id);
create index products_company_id_created_at_idx on app.products using btree (company_id, created_at desc, id desc);
create index products_search_text_idx on app.products using gin (search_text extensions.gin_trgm_ops);
create index products_short_grams_idx on app.products using gin (internal.short_grams(search_text));
create index products_store_id_changes_idx on app.products using btree (store_id, updated_at, created_at, id);
create index products_store_id_created_at_idx on app.products using btree (store_id, created_at desc, id desc);
create index products_store_id_status_idx on app.products using btree (store_id, status, created_at desc, id desc);
create index products_tags_idx on app.products using gin (internal.tag_keys(store_id, tags)) where (tags <> '{}'::text[]);
create index products_without_image_idx on app.products using btree (store_id, id) where ((not has_image) and (status = 'active'));
trigger _100_stamp_times before insert or update on app.products for each row execute function internal.tg__stamp_times();
trigger _150_check_description before insert or update of description on app.products for each row execute function internal.tg_products__check_description();
trigger _200_search_text before insert or update of name on app.products for each row execute function internal.tg_products__search_text();
trigger _400_journal after insert or delete or update on app.products for each row execute function internal.tg__journal('product', 'id', '', 'search_text child_changes has_image', '');
trigger _500_archive_missing_levels after update on app.products for each row when ((old.status = 'archived') <> (new.status = 'archived')) execute function internal.tg_products__archive_missing_levels();
trigger _500_book_count_insert after insert on app.products for each row when (new.status <> 'archived') execute function internal.tg_products__book_count();
trigger _500_book_count_update after update on app.products for each row when ((old.status = 'archived') <> (new.status = 'archived')) execute function internal.tg_products__book_count();
trigger _500_copy_status after update on app.products for each row when (old.status <> new.status) execute function internal.tg_products__copy_status();
trigger _700_fill_documents_on_insert after insert on app.products referencing new table as new_rows for each statement execute function internal.tg_products__fill_documents();
trigger _700_fill_documents_on_update after update on app.products referencing new table as new_rows for each statement execute function internal.tg_products__fill_documents();
trigger _900_count_change before update on app.products for each row when (old.* *<> new.*) execute function internal.tg_products__count_change();
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant select to haat_api, haat_dba, haat_gatekeeper, haat_staff;

-- The moving-average cost of a variant over all its locations, in the store's currency. Apart from variants so that no
-- reader of the catalog can see it.
table app.variant_costs (
  -- The variant.
  variant_id   uuid not null,
  -- The tenant. On every row: the fence compares it.
  company_id   uuid not null,
  -- The store. The fence compares it.
  store_id     uuid not null,
  -- Moving average: a purchase folds in over the stock of all locations. Its row is locked by every adjustment.
  average_cost numeric(14,4) not null default 0,
  -- When anything shown in the resource last changed; clients sync by it.
  updated_at   timestamptz not null,
  constraint variant_costs_pkey primary key (variant_id),
  constraint variant_costs_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id),
  constraint variant_costs_store_id_variant_id_fkey foreign key (company_id, store_id, variant_id) references app.variants(company_id, store_id, id) on delete cascade,
  constraint variant_costs_average_cost_check check (average_cost >= 0)
);
trigger _400_journal after insert or delete or update on app.variant_costs for each row execute function internal.tg__journal('variant_cost', 'variant_id', '', '', '');
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (( select internal.is_permitted('costs.read') as is_permitted));
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant select to haat_dba, haat_gatekeeper, haat_staff;

-- Which value of which attribute a variant has; set when the variant is created.
table app.variant_options (
  -- The tenant. On every row: the fence compares it.
  company_id   uuid not null,
  -- The store. The fence compares it.
  store_id     uuid not null,
  -- The variant.
  variant_id   uuid not null,
  -- The attribute it has a value of.
  attribute_id uuid not null,
  -- The value.
  value_id     uuid not null,
  -- Order of its options.
  "position"   integer not null default 0,
  constraint variant_options_pkey primary key (variant_id, attribute_id),
  constraint variant_options_attribute_id_value_id_fkey foreign key (company_id, attribute_id, value_id) references app.attribute_values(company_id, attribute_id, id),
  constraint variant_options_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id),
  constraint variant_options_store_id_attribute_id_fkey foreign key (company_id, store_id, attribute_id) references app.attributes(company_id, store_id, id),
  constraint variant_options_store_id_variant_id_fkey foreign key (company_id, store_id, variant_id) references app.variants(company_id, store_id, id) on delete cascade
);
create index variant_options_attribute_id_idx on app.variant_options using btree (store_id, attribute_id);
create index variant_options_value_id_idx on app.variant_options using btree (attribute_id, value_id);
trigger _400_journal after insert or delete or update on app.variant_options for each row execute function internal.tg__journal('variant_option', 'variant_id attribute_id', '', '', '');
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant select to haat_api, haat_dba, haat_gatekeeper, haat_staff;

-- The sellable unit: SKU and price.
table app.variants (
  -- UUIDv7: opaque to clients, rising with time.
  id                  uuid not null default uuidv7(),
  -- The tenant. On every row: the fence compares it.
  company_id          uuid not null,
  -- The store. The fence compares it.
  store_id            uuid not null,
  -- Its product.
  product_id          uuid not null,
  -- Unique in the store.
  sku                 text not null,
  -- May repeat.
  barcode             text,
  -- Name shown.
  name                text not null,
  -- Regular price.
  price               numeric(12,2) not null,
  -- Selling price while it is set; below price.
  discount_price      numeric(12,2),
  -- Kilograms.
  weight              numeric(12,3),
  -- {length, width, height, unit: cm}.
  dimensions          jsonb,
  -- At or below this many available a level is low.
  low_stock_threshold integer not null default 0,
  -- Only active variants are sold.
  status              text not null default 'active',
  -- Its picture, one of the product's.
  image_id            uuid,
  -- The option combination as sorted value ids, kept by the options trigger: two variants of a product cannot be equal
  -- in it.
  option_key          text not null default '',
  -- Order within the product, from 0.
  "position"          integer not null default 0,
  -- When the row was written, by internal.now().
  created_at          timestamptz not null,
  -- When anything shown in the resource last changed; clients sync by it.
  updated_at          timestamptz not null,
  constraint variants_pkey primary key (id),
  constraint variants_options_key unique (product_id, option_key, company_id),
  constraint variants_product_id_id_key unique (product_id, id, company_id),
  constraint variants_sku_key unique (store_id, sku) deferrable,
  constraint variants_store_id_id_key unique (store_id, id, company_id),
  constraint variants_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id),
  constraint variants_product_id_image_id_fkey foreign key (company_id, product_id, image_id) references app.product_images(company_id, product_id, id) on delete set null (image_id),
  constraint variants_store_id_product_id_fkey foreign key (company_id, store_id, product_id) references app.products(company_id, store_id, id),
  constraint variants_barcode_check check (length(barcode) >= 1 and length(barcode) <= 100),
  constraint variants_dimensions_check check (jsonb_typeof(dimensions) = 'object'),
  constraint variants_discount_price_check check (discount_price >= 0),
  constraint variants_discount_price_is_below_price check (discount_price < price),
  constraint variants_low_stock_threshold_check check (low_stock_threshold >= 0 and low_stock_threshold <= 1000000000),
  constraint variants_name_check check (length(name) >= 1 and length(name) <= 200),
  constraint variants_price_check check (price >= 0),
  constraint variants_sku_check check (length(sku) >= 1 and length(sku) <= 100),
  constraint variants_status_check check (status in ('active', 'inactive')),
  constraint variants_weight_check check (weight >= 0)
);
create index variants_barcode_idx on app.variants using btree (store_id, barcode);
create index variants_folded_sku_idx on app.variants using btree (store_id, internal.fold(sku));
create index variants_product_id_idx on app.variants using btree (store_id, product_id);
create index variants_without_price_idx on app.variants using btree (store_id, product_id) where ((price = (0)) and (status = 'active'));
trigger _100_stamp_times before insert or update on app.variants for each row execute function internal.tg__stamp_times();
trigger _400_journal after insert or delete or update on app.variants for each row execute function internal.tg__journal('variant', 'id', 'product_id', 'option_key', '');
trigger _500_copy_threshold after update on app.variants for each row when (old.low_stock_threshold is distinct from new.low_stock_threshold) execute function internal.tg_variants__copy_threshold();
trigger _500_touch_product_on_delete after delete on app.variants referencing old table as old_rows for each statement execute function internal.tg__touch_product();
trigger _500_touch_product_on_insert after insert on app.variants referencing new table as new_rows for each statement execute function internal.tg__touch_product();
trigger _500_touch_product_on_update after update on app.variants referencing old table as old_rows new table as new_rows for each statement execute function internal.tg__touch_product();
trigger _600_note_missing_levels after insert on app.variants referencing new table as new_rows for each statement execute function internal.tg_variants__note_missing_levels();
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant select to haat_api, haat_dba, haat_gatekeeper, haat_staff;

-- Brands, categories, attributes and values that were renamed and whose products are being touched and told, in order
-- of their ids, by the job rename__publish.
table internal.pending_renames (
  -- brand, category, attribute or value.
  kind             text not null,
  -- Which of them was renamed.
  id               uuid not null,
  -- The tenant.
  company_id       uuid not null,
  -- The store.
  store_id         uuid not null,
  -- The last product that was told; null before the first.
  after_product_id uuid,
  -- The request that renamed it, which its events name.
  request_id       text,
  -- When the first rename that is not told in full was made.
  noted_at         timestamptz not null default internal.now(),
  constraint pending_renames_pkey primary key (kind, id),
  constraint pending_renames_kind_check check (kind in ('brand', 'category', 'attribute', 'value'))
);
grant select to haat_dba, haat_gatekeeper;

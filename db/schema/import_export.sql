-- Written by "npm run db -- schema" from a migrated database: do not edit.

-- Pictures that an import named by link, fetched one by one within the company's links of a day. One that was fetched
-- stays, so that the same import takes it once.
table app.image_links (
  -- UUIDv7: opaque to clients, rising with time.
  id         uuid not null default uuidv7(),
  -- The tenant. On every row: the fence compares it.
  company_id uuid not null,
  -- The store. The fence compares it.
  store_id   uuid not null,
  -- The product that is to show it.
  product_id uuid not null,
  -- Where it is fetched from.
  source_url text not null,
  -- What it shows, in words.
  alt_text   text,
  -- Order in the file, from 0: earlier ones are fetched first.
  "position" integer not null,
  -- The variants of the product that show it, by SKU.
  skus       text[] not null default '{}'::text[],
  -- waiting; fetched; or refused: it cannot be had.
  status     text not null default 'waiting',
  -- The image it became; null again when staff removed that.
  image_id   uuid,
  -- Why it could not be fetched, the last time.
  problem    text,
  -- How often it was fetched or tried.
  attempts   integer not null default 0,
  -- Not before then: after a claim, and after a failure.
  due_at     timestamptz not null,
  -- When the row was written, by internal.now().
  created_at timestamptz not null,
  -- What the problem means: {reason, values}; null when that is not known.
  meaning    jsonb,
  constraint image_links_pkey primary key (id),
  constraint image_links_source_key unique (product_id, source_url, company_id),
  constraint image_links_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id),
  constraint image_links_product_id_image_id_fkey foreign key (company_id, product_id, image_id) references app.product_images(company_id, product_id, id) on delete set null (image_id),
  constraint image_links_store_id_product_id_fkey foreign key (company_id, store_id, product_id) references app.products(company_id, store_id, id) on delete cascade,
  constraint image_links_alt_text_check check (length(alt_text) <= 500),
  constraint image_links_attempts_check check (attempts >= 0),
  constraint image_links_position_check check ("position" >= 0),
  constraint image_links_source_url_check check (octet_length(source_url) >= 1 and octet_length(source_url) <= 2000),
  constraint image_links_status_check check (status in ('waiting', 'fetched', 'refused'))
);
create index image_links_due_idx on app.image_links using btree (company_id, due_at, id) where (status = 'waiting');
create index image_links_store_id_status_idx on app.image_links using btree (store_id, status, id);
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant select to haat_dba;
grant select, update to haat_gatekeeper;

-- Which order of the shop a store moved from became which order here: it comes in once.
table app.imported_orders (
  -- The tenant. On every row: the fence compares it.
  company_id uuid not null,
  -- The store. The fence compares it.
  store_id   uuid not null,
  -- Its number in the old shop.
  reference  text not null,
  -- What it became.
  order_id   uuid not null,
  -- When it came in, by internal.now().
  created_at timestamptz not null,
  constraint imported_orders_pkey primary key (store_id, reference, company_id),
  constraint imported_orders_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id),
  constraint imported_orders_store_id_order_id_fkey foreign key (company_id, store_id, order_id) references app.orders(company_id, store_id, id),
  constraint imported_orders_reference_check check (length(reference) >= 1 and length(reference) <= 100)
);
create index imported_orders_order_id_idx on app.imported_orders using btree (order_id);
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant select to haat_dba;

-- Jobs that take in a file of another shop: which file, and which line of it each line of the job is.
table app.imports (
  -- The job, and so when it came.
  job_id       uuid not null,
  -- The tenant. On every row: the fence compares it.
  company_id   uuid not null,
  -- The store. The fence compares it.
  store_id     uuid not null,
  -- What the file holds: products, customers or orders.
  kind         text not null,
  -- Whose columns it has: shopify, woocommerce, haat, other.
  source       text not null,
  -- What the file was called.
  file_name    text not null,
  -- For each line of the job in order, the line of the file that it begins with.
  file_lines   integer[] not null default '{}'::integer[],
  -- Variants that did not come in, because their SKU stood above in the file or their options in the product.
  waiting_skus integer not null default 0,
  -- Variants that got a SKU of their own, because theirs stood above in the file.
  made_skus    integer not null default 0,
  -- Of other columns, by field the heading of its column; null where they are known.
  columns      jsonb,
  constraint imports_pkey primary key (job_id),
  constraint imports_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id),
  constraint imports_company_id_store_id_job_id_fkey foreign key (company_id, store_id, job_id) references app.jobs(company_id, store_id, id) on delete cascade,
  constraint imports_file_name_check check (length(file_name) >= 1 and length(file_name) <= 200),
  constraint imports_kind_check check (kind in ('products', 'customers', 'orders')),
  constraint imports_source_check check (source in ('shopify', 'woocommerce', 'haat', 'other'))
);
create index imports_store_id_idx on app.imports using btree (store_id, job_id desc);
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant select to haat_dba;

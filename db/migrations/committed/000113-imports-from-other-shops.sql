--! Previous: sha1:13e2b575657543fa16d17201c886c450b3183982
--! Hash: sha1:fd5dde065cf2472a5b22552bd7d17baf8ef74dca
--! Message: Imports from other shops

-- What comes in from other shops: its files, its orders, the links of its images.

create table app.image_links (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  store_id uuid not null,
  product_id uuid not null,
  source_url text not null check (octet_length(source_url) between 1 and 2000),
  alt_text text check (length(alt_text) <= 500),
  position integer not null check ("position" >= 0),
  skus text[] not null default '{}'::text[],
  status text not null default 'waiting' check (status in ('waiting', 'fetched', 'refused')),
  image_id uuid,
  problem text,
  attempts integer not null default 0 check (attempts >= 0),
  due_at timestamptz not null,
  created_at timestamptz not null,
  constraint image_links_source_key unique (product_id, source_url, company_id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  constraint image_links_store_id_product_id_fkey foreign key (company_id, store_id, product_id)
    references app.products (company_id, store_id, id) on delete cascade,
  constraint image_links_product_id_image_id_fkey foreign key (company_id, product_id, image_id)
    references app.product_images (company_id, product_id, id) on delete set null (image_id)
);
create index image_links_due_idx on app.image_links (company_id, due_at, id) where status = 'waiting';
create index image_links_store_id_status_idx on app.image_links (store_id, status, id);

create table app.imported_orders (
  company_id uuid not null,
  store_id uuid not null,
  reference text not null check (length(reference) between 1 and 100),
  order_id uuid not null,
  created_at timestamptz not null,
  primary key (store_id, reference, company_id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  constraint imported_orders_store_id_order_id_fkey foreign key (company_id, store_id, order_id)
    references app.orders (company_id, store_id, id)
);
create index imported_orders_order_id_idx on app.imported_orders (order_id);

create table app.imports (
  job_id uuid primary key,
  company_id uuid not null,
  store_id uuid not null,
  kind text not null check (kind in ('products', 'customers', 'orders')),
  source text not null check (source in ('shopify', 'woocommerce', 'haat')),
  file_name text not null check (length(file_name) between 1 and 200),
  file_lines integer[] not null default '{}'::integer[],
  foreign key (company_id, store_id) references app.stores (company_id, id),
  foreign key (company_id, store_id, job_id) references app.jobs (company_id, store_id, id) on delete cascade
);
create index imports_store_id_idx on app.imports (store_id, job_id desc);

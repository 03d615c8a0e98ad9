-- Moving in: pictures of an imported product that are still to be fetched, and which order of the old shop became which.
create table if not exists app.image_links (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  store_id uuid not null,
  product_id uuid not null,
  source_url text not null,
  alt_text text,
  position integer not null,
  skus text[] not null default '{}',
  status text not null default 'waiting',
  image_id uuid,
  problem text,
  attempts integer not null default 0,
  due_at timestamptz not null,
  created_at timestamptz not null,
  constraint image_links_pkey primary key (id),
  constraint image_links_source_key unique (product_id, source_url, company_id),
  constraint image_links_company_id_store_id_fkey foreign key (company_id, store_id)
    references app.stores (company_id, id),
  constraint image_links_store_id_product_id_fkey foreign key (company_id, store_id, product_id)
    references app.products (company_id, store_id, id) on delete cascade,
  constraint image_links_product_id_image_id_fkey foreign key (company_id, product_id, image_id)
    references app.product_images (company_id, product_id, id) on delete set null (image_id),
  constraint image_links_source_url_check check (octet_length(source_url) between 1 and 2000),
  constraint image_links_alt_text_check check (length(alt_text) <= 500),
  constraint image_links_position_check check (position >= 0),
  constraint image_links_status_check check (status in ('waiting', 'fetched', 'refused')),
  constraint image_links_attempts_check check (attempts >= 0)
);
create index if not exists image_links_due_idx on app.image_links (company_id, due_at, id) where status = 'waiting';
create index if not exists image_links_store_id_status_idx on app.image_links (store_id, status, id);
comment on table app.image_links is 'Pictures that an import named by link, fetched one by one within the company''s links of a day. One that was fetched stays, so that the same import takes it once.';
comment on column app.image_links.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.image_links.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.image_links.store_id is 'The store. The fence compares it.';
comment on column app.image_links.product_id is 'The product that is to show it.';
comment on column app.image_links.source_url is 'Where it is fetched from.';
comment on column app.image_links.alt_text is 'What it shows, in words.';
comment on column app.image_links.position is 'Order in the file, from 0: earlier ones are fetched first.';
comment on column app.image_links.skus is 'The variants of the product that show it, by SKU.';
comment on column app.image_links.status is 'waiting; fetched; or refused: it cannot be had.';
comment on column app.image_links.image_id is 'The image it became; null again when staff removed that.';
comment on column app.image_links.problem is 'Why it could not be fetched, the last time.';
comment on column app.image_links.attempts is 'How often it was fetched or tried.';
comment on column app.image_links.due_at is 'Not before then: after a claim, and after a failure.';
comment on column app.image_links.created_at is 'When the row was written, by internal.now().';

create table if not exists app.imported_orders (
  company_id uuid not null,
  store_id uuid not null,
  reference text not null,
  order_id uuid not null,
  created_at timestamptz not null,
  constraint imported_orders_pkey primary key (store_id, reference, company_id),
  constraint imported_orders_company_id_store_id_fkey foreign key (company_id, store_id)
    references app.stores (company_id, id),
  constraint imported_orders_store_id_order_id_fkey foreign key (company_id, store_id, order_id)
    references app.orders (company_id, store_id, id),
  constraint imported_orders_reference_check check (length(reference) between 1 and 100)
);
create index if not exists imported_orders_order_id_idx on app.imported_orders (order_id);
comment on table app.imported_orders is 'Which order of the shop a store moved from became which order here: it comes in once.';
comment on column app.imported_orders.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.imported_orders.store_id is 'The store. The fence compares it.';
comment on column app.imported_orders.reference is 'Its number in the old shop.';
comment on column app.imported_orders.order_id is 'What it became.';
comment on column app.imported_orders.created_at is 'When it came in, by internal.now().';

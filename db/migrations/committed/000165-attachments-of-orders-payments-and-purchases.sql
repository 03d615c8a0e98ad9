--! Previous: sha1:2e0eb3c78e6273c9f4c1dc75bf2fcbe897d25cc1
--! Hash: sha1:bf1271c797efc58259201a9a51d2ac619080fda1
--! Message: Attachments of orders, payments and purchases

--! split: 1-current.sql
-- Files of orders, returns, payments and purchases: a slip of a payment, a photo of a damage, the bill of a supplier.
create table if not exists app.attachments (
  id uuid primary key default uuidv7(),
  company_id uuid not null references app.companies,
  store_id uuid,
  order_id uuid,
  return_id uuid,
  payment_id uuid,
  purchase_id uuid,
  parent_id uuid not null generated always as (coalesce(order_id, purchase_id)) stored,
  media_key text not null check (length(media_key) between 1 and 300),
  file_name text not null check (length(file_name) between 1 and 200),
  caption text check (length(caption) between 1 and 500),
  type text not null check (type in ('picture', 'pdf')),
  width integer check (width > 0),
  height integer check (height > 0),
  size_bytes integer not null check (size_bytes > 0),
  sha256 bytea not null check (length(sha256) = 32),
  actor_type text not null check (actor_type in ('api_key', 'staff', 'system')),
  actor_id uuid,
  actor_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  foreign key (company_id, store_id) references app.stores (company_id, id),
  foreign key (company_id, store_id, order_id) references app.orders (company_id, store_id, id),
  foreign key (company_id, store_id, return_id) references app.returns (company_id, store_id, id),
  foreign key (company_id, store_id, payment_id) references app.payments (company_id, store_id, id),
  foreign key (company_id, purchase_id) references app.purchases (company_id, id),
  constraint attachments_of_one_record check (num_nonnulls(order_id, purchase_id) = 1
    and (store_id is null) = (order_id is null)
    and num_nonnulls(return_id, payment_id) <= case when order_id is null then 0 else 1 end),
  constraint attachments_pictures_have_sizes check (num_nonnulls(width, height)
    = case type when 'picture' then 2 else 0 end)
);
alter table app.attachments alter column company_id set (n_distinct = 3);
alter table app.attachments alter column store_id set (n_distinct = 3);
create index if not exists attachments_company_id_created_at_idx on app.attachments
  (company_id, created_at desc, id desc);
create index if not exists attachments_store_id_created_at_idx on app.attachments
  (store_id, created_at desc, id desc) where store_id is not null;
create index if not exists attachments_order_id_idx on app.attachments (store_id, order_id, created_at, id)
  where order_id is not null;
create index if not exists attachments_return_id_idx on app.attachments (store_id, return_id)
  where return_id is not null;
create index if not exists attachments_payment_id_idx on app.attachments (store_id, payment_id)
  where payment_id is not null;
create index if not exists attachments_purchase_id_idx on app.attachments (company_id, purchase_id, created_at, id)
  where purchase_id is not null;

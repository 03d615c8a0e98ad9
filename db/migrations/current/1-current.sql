-- Lists that stay as quick in a large shop: orders that are alike in all four lie together, by time.
create index if not exists orders_groups_idx on app.orders
  (store_id, status, payment_status, fulfillment_status, channel_id, created_at desc, id desc);
drop index if exists app.orders_store_id_status_idx;

-- What changed since a moment is gathered without a look at what was created since.
create index if not exists orders_store_id_changes_idx on app.orders (store_id, updated_at, created_at, id);
create index if not exists orders_company_id_changes_idx on app.orders (company_id, updated_at, created_at, id);
drop index if exists app.orders_store_id_updated_at_idx;
drop index if exists app.orders_company_id_updated_at_idx;
create index if not exists products_store_id_changes_idx on app.products (store_id, updated_at, created_at, id);
create index if not exists products_company_id_changes_idx on app.products (company_id, updated_at, created_at, id);
drop index if exists app.products_store_id_updated_at_idx;
drop index if exists app.products_company_id_updated_at_idx;

create index if not exists orders_assignee_idx on app.orders (company_id, assignee_id, created_at desc, id desc)
  where assignee_id is not null;
drop index if exists app.orders_assignee_id_idx;

create index if not exists products_store_id_status_idx on app.products (store_id, status, created_at desc, id desc);

-- Levels know whether they are low, so that those which are can be listed without a look at all others. The threshold
-- is the variant's (internal.tg_variants__copy_threshold). As a column of its own is_low_stock changes only when a
-- level becomes low, so that a booking still writes the row alone and no index.
alter table app.inventory_levels add column if not exists low_stock_threshold integer not null default 0;
alter table app.inventory_levels add column if not exists is_low_stock boolean not null
  generated always as (on_hand - reserved <= low_stock_threshold) stored;
comment on column app.inventory_levels.low_stock_threshold is 'The variant''s, in units.';
comment on column app.inventory_levels.is_low_stock is 'Available units are at or below the threshold.';
alter table app.inventory_levels no force row level security;
alter table app.variants no force row level security;
alter table app.inventory_levels disable trigger user;
update app.inventory_levels l set low_stock_threshold = v.low_stock_threshold
  from app.variants v
  where v.id = l.variant_id and l.low_stock_threshold <> v.low_stock_threshold;
alter table app.inventory_levels enable trigger user;
alter table app.inventory_levels force row level security;
alter table app.variants force row level security;
create index if not exists inventory_levels_groups_idx on app.inventory_levels
  (store_id, location_id, is_low_stock, created_at desc, id desc);

-- The trigrams of a phone, an email or a number also answer "=", and the planner took them for it, though they read many
-- rows where the unique index reads one. Of lower() they are for searches alone.
create index if not exists customers_phone_trigrams_idx on app.customers
  using gin (lower(phone) extensions.gin_trgm_ops);
create index if not exists customers_email_trigrams_idx on app.customers
  using gin (lower(email) extensions.gin_trgm_ops);
create index if not exists orders_number_trigrams_idx on app.orders using gin (lower(number) extensions.gin_trgm_ops);
drop index if exists app.customers_phone_search_idx;
drop index if exists app.customers_email_search_idx;
drop index if exists app.orders_number_search_idx;

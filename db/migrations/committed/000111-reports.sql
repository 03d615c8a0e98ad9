--! Previous: sha1:bf286e7268c388d27cf1a7084652675b56b89e25
--! Hash: sha1:a422c936492ae8268bf836445deb4efe44314141
--! Message: Reports

-- Sales by day, kept by the transactions that make them. A report over a year must not read a year of orders; yet a
-- row a day that every delivery updates would make deliveries wait for each other (five times slower, measured). So a
-- delivery, a return or a payment only adds rows to sales_changes, which nobody waits for, and a timer folds them into
-- the days. A report sums both, in one snapshot: it is exact at any moment, folded or not.

create table app.sales_changes (
  id bigint primary key generated always as identity,
  company_id uuid not null,
  store_id uuid not null,
  day date not null,
  channel_id uuid not null,
  variant_id uuid,
  orders integer not null default 0,
  gross_sales numeric(18, 2) not null default 0,
  net_sales numeric(14, 2) not null default 0,
  shipping_charged numeric(14, 2) not null default 0,
  money_received numeric(14, 2) not null default 0,
  units_sold integer not null default 0,
  units_returned integer not null default 0,
  foreign key (company_id, store_id) references app.stores (company_id, id),
  constraint sales_changes_of_goods_name_their_variant check (variant_id is not null or net_sales = 0
    and units_sold = 0 and units_returned = 0)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 10000);
create index sales_changes_store_id_day_idx on app.sales_changes (company_id, store_id, day);

create table app.sales_days (
  company_id uuid not null,
  store_id uuid not null,
  day date not null,
  channel_id uuid not null,
  orders bigint not null,
  gross_sales numeric(18, 2) not null,
  net_sales numeric(18, 2) not null,
  shipping_charged numeric(18, 2) not null,
  money_received numeric(18, 2) not null,
  primary key (company_id, store_id, day, channel_id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  constraint sales_days_store_id_channel_id_fkey foreign key (company_id, store_id, channel_id)
    references app.channels (company_id, store_id, id)
);

-- No foreign keys: three rows a line sold, written by the fold and the rebuild alone from rows that hold them already,
-- would spend four fifths of their time on being checked again. ledger.check_sales_rollups compares them with their
-- source.
create table app.product_sales (
  company_id uuid not null,
  store_id uuid not null,
  days smallint not null check (days in (1, 8, 64, 32767)),
  starts_on date not null,
  variant_id uuid not null,
  units_sold bigint not null,
  units_returned bigint not null,
  revenue numeric(18, 2) not null,
  primary key (company_id, store_id, days, starts_on, variant_id) include (units_sold, units_returned, revenue)
) with (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05);
create index product_sales_ranking_idx on app.product_sales (company_id, store_id, starts_on, revenue desc,
  (units_sold - units_returned) desc, variant_id) where days = 32767;

create unlogged table app.report_cache (
  company_id uuid not null,
  store_id uuid not null,
  operation text not null,
  parameters jsonb not null,
  document text not null,
  built_at timestamptz not null,
  primary key (store_id, operation, parameters, company_id),
  foreign key (company_id, store_id) references app.stores (company_id, id)
);

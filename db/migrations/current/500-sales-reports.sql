-- Sales by day, kept by the transactions that make them. A report over a year must not read a year of orders; yet a row
-- a day that every delivery updates would make deliveries wait for each other (five times slower, measured). So a
-- delivery, a return or a payment only adds rows to sales_changes, which nobody waits for, and a timer folds them into
-- the days. A report sums both, in one snapshot: it is exact at any moment, folded or not.
create table app.sales_changes (
  id bigint generated always as identity primary key,
  company_id uuid not null,
  store_id uuid not null,
  day date not null,
  channel_id uuid not null,
  variant_id uuid,
  orders integer not null default 0,
  gross_sales numeric(14, 2) not null default 0,
  net_sales numeric(14, 2) not null default 0,
  shipping_charged numeric(14, 2) not null default 0,
  money_received numeric(14, 2) not null default 0,
  units_sold integer not null default 0,
  units_returned integer not null default 0,
  foreign key (company_id, store_id) references app.stores (company_id, id),
  constraint sales_changes_of_goods_name_their_variant check (variant_id is not null or (net_sales = 0 and units_sold = 0 and units_returned = 0))
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000, autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 10000);
create index sales_changes_store_id_day_idx on app.sales_changes (company_id, store_id, day);
comment on table app.sales_changes is 'What changed in the sales of a day and is not folded into sales_days and product_sales yet. Written by triggers of orders, order_items and payments; emptied by internal.fold_sales_changes(). Amounts may be negative.';
comment on column app.sales_changes.day is 'The day on the store''s calendar: of the delivery for sales (a later return changes the day of the delivery), of the settlement for money.';

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
  constraint sales_days_pkey primary key (company_id, store_id, day, channel_id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  foreign key (store_id, channel_id) references app.channels (store_id, id)
);
comment on table app.sales_days is 'Sales of a store by day and channel, as far as folded. ledger.check_sales_rollups proves them against the orders. decisions: 9';
comment on column app.sales_days.gross_sales is 'Subtotals of the orders delivered on the day.';
comment on column app.sales_days.net_sales is 'What the units that were delivered and kept cost, after discounts.';
comment on column app.sales_days.money_received is 'Payments less refunds settled on the day; voided ones are not in it.';

create table app.product_sales (
  company_id uuid not null,
  store_id uuid not null,
  days smallint not null check (days in (1, 8, 64)),
  starts_on date not null,
  variant_id uuid not null,
  units_sold bigint not null,
  units_returned bigint not null,
  revenue numeric(18, 2) not null,
  constraint product_sales_pkey primary key (company_id, store_id, days, starts_on, variant_id) include (units_sold, units_returned, revenue),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  foreign key (store_id, variant_id) references app.variants (store_id, id)
) with (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05);
create index product_sales_variant_id_idx on app.product_sales (store_id, variant_id);
comment on table app.product_sales is 'Sales of a variant by blocks of days, as far as folded. The same sales stand once in each width: a year then is a few wide blocks with days at the ends, not 366 days.';
comment on column app.product_sales.days is 'Width of the block: 1, 8 or 64 days, counted from 1970-01-01.';

create unlogged table app.report_cache (
  company_id uuid not null,
  store_id uuid not null,
  operation text not null,
  parameters jsonb not null,
  document text not null,
  built_at timestamptz not null,
  constraint report_cache_pkey primary key (store_id, operation, parameters),
  foreign key (company_id, store_id) references app.stores (company_id, id)
);
comment on table app.report_cache is 'Answers of reports, good for five minutes in every process. Unlogged: a crash empties it, nothing more. spec: Limits';

-- What is still owed on live orders: only such rows are in it, so its size is the open business, not the history.
create index orders_due_amount_idx on app.orders (company_id, store_id, status) include (due_amount) where due_amount > 0;

--!include internal/fold_sales_changes.sql
--!include internal/rebuild_sales.sql
--!include internal/require_plan_feature.sql
--!include internal/report_window.sql
--!include internal/sales_blocks.sql
--!include internal/sales_document.sql
--!include internal/rank_products.sql
--!include internal/cod_outstanding.sql
--!include internal/remember_report.sql
--!include internal/recall_report.sql

--!include policies/report_cache.sql
--!include policies/sales_changes.sql
--!include policies/sales_days.sql
--!include policies/product_sales.sql

--!include ledger/check_sales_rollups.sql

--!include api/get_sales_summary.sql
--!include api/get_top_products.sql

--! Previous: sha1:58d7251cd5b7477e2b03fbe0157650f64dbfc2bf
--! Hash: sha1:826ef048a06be610dae38df1c04c6bc4df177175
--! Message: Reports

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
  gross_sales numeric(18, 2) not null default 0,
  net_sales numeric(14, 2) not null default 0,
  shipping_charged numeric(14, 2) not null default 0,
  money_received numeric(14, 2) not null default 0,
  units_sold integer not null default 0,
  units_returned integer not null default 0,
  foreign key (company_id, store_id) references app.stores (company_id, id),
  constraint sales_changes_of_goods_name_their_variant
    check (variant_id is not null or (net_sales = 0 and units_sold = 0 and units_returned = 0))
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 10000);
create index sales_changes_store_id_day_idx on app.sales_changes (company_id, store_id, day);
comment on table app.sales_changes is 'What changed in the sales of a day and is not folded into sales_days and product_sales yet. Written by triggers of orders, order_items and payments; emptied by internal.fold_sales_changes(). Amounts may be negative.';
comment on column app.sales_changes.id is 'In the order of writing; the oldest are folded first.';
comment on column app.sales_changes.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.sales_changes.store_id is 'The store. The fence compares it.';
comment on column app.sales_changes.day is 'The day on the store''s calendar: of the delivery for sales (a later return changes the day of the delivery), of the settlement for money.';
comment on column app.sales_changes.channel_id is 'Channel of the order.';
comment on column app.sales_changes.variant_id is 'What was sold; null for figures of the order as a whole and for money.';
comment on column app.sales_changes.orders is 'Orders delivered, or less of them.';
comment on column app.sales_changes.gross_sales is 'Their subtotals.';
comment on column app.sales_changes.net_sales is 'What units delivered and kept cost, after discounts.';
comment on column app.sales_changes.shipping_charged is 'Their shipping.';
comment on column app.sales_changes.money_received is 'Payments settled, refunds with a minus.';
comment on column app.sales_changes.units_sold is 'Units delivered.';
comment on column app.sales_changes.units_returned is 'Units that came back.';

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
comment on column app.sales_days.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.sales_days.store_id is 'The store. The fence compares it.';
comment on column app.sales_days.day is 'Day on the store''s calendar.';
comment on column app.sales_days.channel_id is 'Channel of the orders.';
comment on column app.sales_days.orders is 'Orders delivered on the day.';
comment on column app.sales_days.gross_sales is 'Subtotals of the orders delivered on the day.';
comment on column app.sales_days.net_sales is 'What the units that were delivered and kept cost, after discounts.';
comment on column app.sales_days.shipping_charged is 'Shipping of the orders delivered on the day.';
comment on column app.sales_days.money_received is 'Payments less refunds settled on the day; voided ones are not in it.';

-- No foreign keys: three rows a line sold, written by the fold and the rebuild alone from rows that hold them already,
-- would spend four fifths of their time on being checked again. ledger.check_sales_rollups compares them with their source.
create table app.product_sales (
  company_id uuid not null,
  store_id uuid not null,
  days smallint not null check (days in (1, 8, 64)),
  starts_on date not null,
  variant_id uuid not null,
  units_sold bigint not null,
  units_returned bigint not null,
  revenue numeric(18, 2) not null,
  constraint product_sales_pkey primary key (company_id, store_id, days, starts_on, variant_id)
    include (units_sold, units_returned, revenue)
) with (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05);
comment on table app.product_sales is 'Sales of a variant by blocks of days, as far as folded. The same sales stand once in each width: a year then is a few wide blocks with days at the ends, not 366 days.';
comment on column app.product_sales.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.product_sales.store_id is 'The store. The fence compares it.';
comment on column app.product_sales.days is 'Width of the block: 1, 8 or 64 days, counted from 1970-01-01.';
comment on column app.product_sales.starts_on is 'First day of the block.';
comment on column app.product_sales.variant_id is 'What was sold.';
comment on column app.product_sales.units_sold is 'Units delivered in the block.';
comment on column app.product_sales.units_returned is 'Units of these that came back, whenever that was.';
comment on column app.product_sales.revenue is 'What the units delivered and kept cost, after discounts.';

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
comment on column app.report_cache.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.report_cache.store_id is 'The store. The fence compares it.';
comment on column app.report_cache.operation is 'Which report.';
comment on column app.report_cache.parameters is 'What it was asked, resolved: days instead of "today".';
comment on column app.report_cache.document is 'The answer, as it is sent.';
comment on column app.report_cache.built_at is 'When it was made, by internal.now(): Age counts from here.';

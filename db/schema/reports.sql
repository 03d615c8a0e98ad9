-- Written by "npm run db -- schema" from a migrated database: do not edit.

-- Sales of a variant by blocks of days, as far as folded. The same sales stand once in each width: a year then is a
-- few wide blocks with days at the ends, not 366 days.
table app.product_sales (
  -- The tenant. On every row: the fence compares it.
  company_id     uuid not null,
  -- The store. The fence compares it.
  store_id       uuid not null,
  -- Width of the block: 1, 8 or 64 days, counted from 1970-01-01; 32767 for all days, by which variants are ranked.
  days           smallint not null,
  -- First day of the block.
  starts_on      date not null,
  -- What was sold.
  variant_id     uuid not null,
  -- Units delivered in the block.
  units_sold     bigint not null,
  -- Units of these that came back, whenever that was.
  units_returned bigint not null,
  -- What the units delivered and kept cost, after discounts.
  revenue        numeric(18,2) not null,
  constraint product_sales_pkey primary key (company_id, store_id, days, starts_on, variant_id) include (units_sold, units_returned, revenue),
  constraint product_sales_days_check check (days in (1, 8, 64, 32767))
) with (autovacuum_vacuum_scale_factor=0.05, autovacuum_vacuum_insert_scale_factor=0.05);
create index product_sales_ranking_idx on app.product_sales using btree (company_id, store_id, starts_on, revenue desc, ((units_sold - units_returned)) desc, variant_id) where (days = 32767);
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant delete, insert, select, update to haat_gatekeeper;
grant select to haat_api, haat_dba, haat_staff;

-- Answers of reports, good for five minutes in every process. Unlogged: a crash empties it, nothing more.
unlogged table app.report_cache (
  -- The tenant. On every row: the fence compares it.
  company_id uuid not null,
  -- The store. The fence compares it.
  store_id   uuid not null,
  -- Which report.
  operation  text not null,
  -- What it was asked, resolved: days instead of "today".
  parameters jsonb not null,
  -- The answer, as it is sent.
  document   text not null,
  -- When it was made, by internal.now(): Age counts from here.
  built_at   timestamptz not null,
  constraint report_cache_pkey primary key (store_id, operation, parameters, company_id),
  constraint report_cache_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id)
);
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant delete, select to haat_gatekeeper;
grant select to haat_api, haat_dba;

-- What changed in the sales of a day and is not folded into sales_days and product_sales yet. Written by triggers of
-- orders, order_items and payments; emptied by internal.fold_sales_changes(). Amounts may be negative.
table app.sales_changes (
  -- In the order of writing; the oldest are folded first.
  id               bigint not null generated always as identity,
  -- The tenant. On every row: the fence compares it.
  company_id       uuid not null,
  -- The store. The fence compares it.
  store_id         uuid not null,
  -- The day on the store's calendar: of the delivery for sales (a later return changes the day of the delivery), of
  -- the settlement for money.
  day              date not null,
  -- Channel of the order.
  channel_id       uuid not null,
  -- What was sold; null for figures of the order as a whole and for money.
  variant_id       uuid,
  -- Orders delivered; negative when a delivery is taken out again.
  orders           integer not null default 0,
  -- Their subtotals.
  gross_sales      numeric(18,2) not null default 0,
  -- What units delivered and kept cost, after discounts.
  net_sales        numeric(14,2) not null default 0,
  -- Their shipping.
  shipping_charged numeric(14,2) not null default 0,
  -- Payments settled, refunds with a minus.
  money_received   numeric(14,2) not null default 0,
  -- Units delivered.
  units_sold       integer not null default 0,
  -- Units that came back.
  units_returned   integer not null default 0,
  constraint sales_changes_pkey primary key (id),
  constraint sales_changes_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id),
  constraint sales_changes_of_goods_name_their_variant check (variant_id is not null or net_sales = 0 and units_sold = 0 and units_returned = 0)
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=10000, autovacuum_vacuum_insert_scale_factor=0, autovacuum_vacuum_insert_threshold=10000);
create index sales_changes_store_id_day_idx on app.sales_changes using btree (company_id, store_id, day);
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant delete, insert, select, update to haat_gatekeeper;
grant select to haat_api, haat_dba, haat_staff;

-- Sales of a store by day and channel, as far as folded. ledger.check_sales_rollups proves them against the orders.
table app.sales_days (
  -- The tenant. On every row: the fence compares it.
  company_id       uuid not null,
  -- The store. The fence compares it.
  store_id         uuid not null,
  -- Day on the store's calendar.
  day              date not null,
  -- Channel of the orders.
  channel_id       uuid not null,
  -- Orders delivered on the day.
  orders           bigint not null,
  -- Subtotals of the orders delivered on the day.
  gross_sales      numeric(18,2) not null,
  -- What the units that were delivered and kept cost, after discounts.
  net_sales        numeric(18,2) not null,
  -- Shipping of the orders delivered on the day.
  shipping_charged numeric(18,2) not null,
  -- Payments less refunds settled on the day; voided ones are not in it.
  money_received   numeric(18,2) not null,
  constraint sales_days_pkey primary key (company_id, store_id, day, channel_id),
  constraint sales_days_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id),
  constraint sales_days_store_id_channel_id_fkey foreign key (company_id, store_id, channel_id) references app.channels(company_id, store_id, id)
);
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant delete, insert, select, update to haat_gatekeeper;
grant select to haat_api, haat_dba, haat_staff;

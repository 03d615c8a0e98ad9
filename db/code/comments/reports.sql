-- What the tables of db/schema/reports.sql and their columns mean.

comment on table app.sales_changes is
  'What changed in the sales of a day and is not folded into sales_days and product_sales yet. Written by triggers '
  'of orders, order_items and payments; emptied by internal.fold_sales_changes(). Amounts may be negative.';
comment on column app.sales_changes.id is 'In the order of writing; the oldest are folded first.';
comment on column app.sales_changes.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.sales_changes.store_id is 'The store. The fence compares it.';
comment on column app.sales_changes.day is
  'The day on the store''s calendar: of the delivery for sales (a later return changes the day of the delivery), of '
  'the settlement for money.';
comment on column app.sales_changes.channel_id is 'Channel of the order.';
comment on column app.sales_changes.variant_id is
  'What was sold; null for figures of the order as a whole and for money.';
comment on column app.sales_changes.orders is 'Orders delivered; negative when a delivery is taken out again.';
comment on column app.sales_changes.gross_sales is 'Their subtotals.';
comment on column app.sales_changes.net_sales is 'What units delivered and kept cost, after discounts.';
comment on column app.sales_changes.shipping_charged is 'Their shipping.';
comment on column app.sales_changes.money_received is 'Payments settled, refunds with a minus.';
comment on column app.sales_changes.units_sold is 'Units delivered.';
comment on column app.sales_changes.units_returned is 'Units that came back.';

comment on table app.sales_days is
  'Sales of a store by day and channel, as far as folded. ledger.check_sales_rollups proves them against the '
  'orders.';
comment on column app.sales_days.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.sales_days.store_id is 'The store. The fence compares it.';
comment on column app.sales_days.day is 'Day on the store''s calendar.';
comment on column app.sales_days.channel_id is 'Channel of the orders.';
comment on column app.sales_days.orders is 'Orders delivered on the day.';
comment on column app.sales_days.gross_sales is 'Subtotals of the orders delivered on the day.';
comment on column app.sales_days.net_sales is 'What the units that were delivered and kept cost, after discounts.';
comment on column app.sales_days.shipping_charged is 'Shipping of the orders delivered on the day.';
comment on column app.sales_days.money_received is
  'Payments less refunds settled on the day; voided ones are not in it.';

comment on table app.product_sales is
  'Sales of a variant by blocks of days, as far as folded. The same sales stand once in each width: a year then is '
  'a few wide blocks with days at the ends, not 366 days.';
comment on column app.product_sales.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.product_sales.store_id is 'The store. The fence compares it.';
comment on column app.product_sales.days is
  'Width of the block: 1, 8 or 64 days, counted from 1970-01-01; 32767 for all days, by which variants are ranked.';
comment on column app.product_sales.starts_on is 'First day of the block.';
comment on column app.product_sales.variant_id is 'What was sold.';
comment on column app.product_sales.units_sold is 'Units delivered in the block.';
comment on column app.product_sales.units_returned is 'Units of these that came back, whenever that was.';
comment on column app.product_sales.revenue is 'What the units delivered and kept cost, after discounts.';

comment on table app.report_cache is
  'Answers of reports, good for five minutes in every process. Unlogged: a crash empties it, nothing more.';
comment on column app.report_cache.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.report_cache.store_id is 'The store. The fence compares it.';
comment on column app.report_cache.operation is 'Which report.';
comment on column app.report_cache.parameters is 'What it was asked, resolved: days instead of "today".';
comment on column app.report_cache.document is 'The answer, as it is sent.';
comment on column app.report_cache.built_at is 'When it was made, by internal.now(): Age counts from here.';

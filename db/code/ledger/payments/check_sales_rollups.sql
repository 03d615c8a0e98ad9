-- The days and product blocks that the reports sum are what a recount of orders, lines and payments gives.
--
-- Folded or not, the sums must be those of the formulas of decisions 9, which are written here in full, not as the
-- triggers work them out: days and blocks of one day are counted from the orders, wider blocks from those of one day.
-- Reads every order: minutes on a large store. internal.rebuild_sales repairs what it finds.
create or replace view ledger.check_sales_rollups with (security_invoker = true) as
with delivered as (
  select o.company_id, o.store_id, o.id, o.channel_id, (o.delivered_at at time zone s.timezone)::date as day,
    o.subtotal, o.shipping_charge
  from app.orders o join app.stores s on s.id = o.store_id
  where o.delivered_at is not null
), sold as not materialized (
  select d.company_id, d.store_id, d.day, d.channel_id, i.variant_id, i.delivered_quantity as units_sold,
    i.returned_quantity as units_returned,
    internal.kept_amount(i.line_total, i.quantity, i.delivered_quantity - i.returned_quantity) as revenue
  from delivered d join app.order_items i on i.store_id = d.store_id and i.order_id = d.id
), days as (
  select false as is_counted, company_id, store_id, day, channel_id, orders, gross_sales, net_sales, shipping_charged,
    money_received
  from app.sales_days
  union all
  select false, company_id, store_id, day, channel_id, orders, gross_sales, net_sales, shipping_charged,
    money_received
  from app.sales_changes
  union all
  select true, company_id, store_id, day, channel_id, 1, subtotal, 0.00, shipping_charge, 0.00 from delivered
  union all
  select true, company_id, store_id, day, channel_id, 0, 0.00, revenue, 0.00, 0.00 from sold
  union all
  select true, p.company_id, p.store_id, (p.settled_at at time zone s.timezone)::date, o.channel_id, 0, 0.00, 0.00,
    0.00, case p.kind when 'payment' then p.amount else -p.amount end
  from app.payments p
  join app.stores s on s.id = p.store_id
  join app.orders o on o.store_id = p.store_id and o.id = p.order_id
  where p.status = 'settled'
), blocks as (
  select false as is_counted, company_id, store_id, days, starts_on, variant_id, units_sold, units_returned, revenue
  from app.product_sales
  union all
  select false, company_id, store_id, 1, day, variant_id, units_sold, units_returned, net_sales
  from app.sales_changes
  where variant_id is not null
  union all
  select true, company_id, store_id, 1, day, variant_id, units_sold, units_returned, revenue from sold
  union all
  select true, p.company_id, p.store_id, w.days, p.starts_on - (p.starts_on - date '1970-01-01') % w.days,
    p.variant_id, p.units_sold, p.units_returned, p.revenue
  from app.product_sales p cross join (values (8), (64), (32767)) as w (days)
  where p.days = 1
), day_sums as (
  select d.company_id, d.store_id, d.day, d.channel_id,
    coalesce(sum(d.orders) filter (where not d.is_counted), 0) as orders,
    coalesce(sum(d.orders) filter (where d.is_counted), 0) as counted_orders,
    coalesce(sum(d.gross_sales) filter (where not d.is_counted), 0) as gross_sales,
    coalesce(sum(d.gross_sales) filter (where d.is_counted), 0) as counted_gross_sales,
    coalesce(sum(d.net_sales) filter (where not d.is_counted), 0) as net_sales,
    coalesce(sum(d.net_sales) filter (where d.is_counted), 0) as counted_net_sales,
    coalesce(sum(d.shipping_charged) filter (where not d.is_counted), 0) as shipping_charged,
    coalesce(sum(d.shipping_charged) filter (where d.is_counted), 0) as counted_shipping_charged,
    coalesce(sum(d.money_received) filter (where not d.is_counted), 0) as money_received,
    coalesce(sum(d.money_received) filter (where d.is_counted), 0) as counted_money_received
  from days d
  group by d.company_id, d.store_id, d.day, d.channel_id
), block_sums as (
  select b.company_id, b.store_id, b.days, b.starts_on, b.variant_id,
    coalesce(sum(b.units_sold) filter (where not b.is_counted), 0) as units_sold,
    coalesce(sum(b.units_sold) filter (where b.is_counted), 0) as counted_units_sold,
    coalesce(sum(b.units_returned) filter (where not b.is_counted), 0) as units_returned,
    coalesce(sum(b.units_returned) filter (where b.is_counted), 0) as counted_units_returned,
    coalesce(sum(b.revenue) filter (where not b.is_counted), 0) as revenue,
    coalesce(sum(b.revenue) filter (where b.is_counted), 0) as counted_revenue
  from blocks b
  group by b.company_id, b.store_id, b.days, b.starts_on, b.variant_id
)
select d.company_id, d.store_id, format('sales of %s on channel %s', d.day, d.channel_id) as object,
  format('orders %s, gross %s, net %s, shipping %s, money %s', d.orders, d.gross_sales, d.net_sales,
    d.shipping_charged, d.money_received) as found,
  format('orders %s, gross %s, net %s, shipping %s, money %s', d.counted_orders, d.counted_gross_sales,
    d.counted_net_sales, d.counted_shipping_charged, d.counted_money_received) as expected
from day_sums d
where (d.orders, d.gross_sales, d.net_sales, d.shipping_charged, d.money_received)
  <> (d.counted_orders, d.counted_gross_sales, d.counted_net_sales, d.counted_shipping_charged,
    d.counted_money_received)
union all
select b.company_id, b.store_id,
  format('sales of variant %s in the block of %s days from %s', b.variant_id, b.days, b.starts_on),
  format('sold %s, returned %s, revenue %s', b.units_sold, b.units_returned, b.revenue),
  format('sold %s, returned %s, revenue %s', b.counted_units_sold, b.counted_units_returned, b.counted_revenue)
from block_sums b
where (b.units_sold, b.units_returned, b.revenue)
  <> (b.counted_units_sold, b.counted_units_returned, b.counted_revenue);
call internal.install_check('ledger.check_sales_rollups');

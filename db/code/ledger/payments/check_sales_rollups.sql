-- The days and product blocks that the reports sum are what a recount of orders, lines and payments gives.
--
-- Folded or not, the sums must be those of the formulas of decisions 9, which are written here in full, not as the
-- triggers work them out. Reads every order: minutes on a large store. internal.rebuild_sales repairs what it finds.
create or replace view ledger.check_sales_rollups with (security_invoker = true) as
with delivered as (
  select o.company_id, o.store_id, o.id, o.channel_id, (o.delivered_at at time zone s.timezone)::date as day,
    o.subtotal, o.discount_amount, o.shipping_charge
  from app.orders o join app.stores s on s.id = o.store_id
  where o.delivered_at is not null
), came_back as (
  select d.store_id, d.id, sum(i.line_total - internal.kept_amount(i.line_total, i.quantity,
    i.delivered_quantity - i.returned_quantity)) as amount
  from delivered d join app.order_items i on i.store_id = d.store_id and i.order_id = d.id
  group by d.store_id, d.id
), counted_days as (
  select x.company_id, x.store_id, x.day, x.channel_id, sum(x.orders) as orders, sum(x.gross_sales) as gross_sales,
    sum(x.net_sales) as net_sales,
    sum(x.shipping_charged) as shipping_charged, sum(x.money_received) as money_received
  from (
    select d.company_id, d.store_id, d.day, d.channel_id, 1 as orders, d.subtotal as gross_sales,
      d.subtotal - d.discount_amount - coalesce(b.amount, 0) as net_sales, d.shipping_charge as shipping_charged,
        0.00 as money_received
    from delivered d left join came_back b on b.store_id = d.store_id and b.id = d.id
    union all
    select p.company_id, p.store_id, (p.settled_at at time zone s.timezone)::date, o.channel_id, 0, 0.00, 0.00, 0.00,
      case p.kind when 'payment' then p.amount else -p.amount end
    from app.payments p join app.stores s on s.id = p.store_id join app.orders o on o.store_id = p.store_id
      and o.id = p.order_id
    where p.status = 'settled'
  ) x
  group by x.company_id, x.store_id, x.day, x.channel_id
), kept_days as (
  select x.company_id, x.store_id, x.day, x.channel_id, sum(x.orders) as orders, sum(x.gross_sales) as gross_sales,
    sum(x.net_sales) as net_sales,
    sum(x.shipping_charged) as shipping_charged, sum(x.money_received) as money_received
  from (
    select company_id, store_id, day, channel_id, orders, gross_sales, net_sales, shipping_charged, money_received
      from app.sales_days
    union all
    select company_id, store_id, day, channel_id, orders, gross_sales, net_sales, shipping_charged, money_received
      from app.sales_changes
  ) x
  group by x.company_id, x.store_id, x.day, x.channel_id
), counted_products as (
  select d.company_id, d.store_id, d.day, i.variant_id, sum(i.delivered_quantity) as units_sold,
    sum(i.returned_quantity) as units_returned,
    sum(internal.kept_amount(i.line_total, i.quantity, i.delivered_quantity - i.returned_quantity)) as revenue
  from delivered d join app.order_items i on i.store_id = d.store_id and i.order_id = d.id
  group by d.company_id, d.store_id, d.day, i.variant_id
), widths as (
  select * from (values (1), (8), (64)) as w (days)
), counted_blocks as (
  select c.company_id, c.store_id, w.days, c.day - (c.day - date '1970-01-01') % w.days as starts_on, c.variant_id,
    sum(c.units_sold) as units_sold, sum(c.units_returned) as units_returned, sum(c.revenue) as revenue
  from counted_products c cross join widths w
  group by c.company_id, c.store_id, w.days, c.day - (c.day - date '1970-01-01') % w.days, c.variant_id
), kept_blocks as (
  select x.company_id, x.store_id, x.days, x.starts_on, x.variant_id, sum(x.units_sold) as units_sold,
    sum(x.units_returned) as units_returned, sum(x.revenue) as revenue
  from (
    select company_id, store_id, days, starts_on, variant_id, units_sold, units_returned, revenue
      from app.product_sales
    union all
    select c.company_id, c.store_id, w.days, c.day - (c.day - date '1970-01-01') % w.days, c.variant_id, c.units_sold,
      c.units_returned, c.net_sales
    from app.sales_changes c cross join widths w
    where c.variant_id is not null
  ) x
  group by x.company_id, x.store_id, x.days, x.starts_on, x.variant_id
)
select coalesce(k.company_id, c.company_id) as company_id, coalesce(k.store_id, c.store_id) as store_id,
  format('sales of %s on channel %s', coalesce(k.day, c.day), coalesce(k.channel_id, c.channel_id)) as object,
  format('orders %s, gross %s, net %s, shipping %s, money %s', coalesce(k.orders, 0), coalesce(k.gross_sales, 0),
    coalesce(k.net_sales, 0), coalesce(k.shipping_charged, 0), coalesce(k.money_received, 0.00)) as found,
  format('orders %s, gross %s, net %s, shipping %s, money %s', coalesce(c.orders, 0), coalesce(c.gross_sales, 0),
    coalesce(c.net_sales, 0), coalesce(c.shipping_charged, 0), coalesce(c.money_received, 0.00)) as expected
from kept_days k full join counted_days c on c.store_id = k.store_id and c.day = k.day and c.channel_id = k.channel_id
where (coalesce(k.orders, 0), coalesce(k.gross_sales, 0), coalesce(k.net_sales, 0), coalesce(k.shipping_charged, 0),
  coalesce(k.money_received, 0.00))
  <> (coalesce(c.orders, 0), coalesce(c.gross_sales, 0), coalesce(c.net_sales, 0), coalesce(c.shipping_charged, 0),
    coalesce(c.money_received, 0.00))
union all
select coalesce(k.company_id, c.company_id), coalesce(k.store_id, c.store_id),
  format('sales of variant %s in the block of %s days from %s', coalesce(k.variant_id, c.variant_id),
    coalesce(k.days, c.days), coalesce(k.starts_on, c.starts_on)),
  format('sold %s, returned %s, revenue %s', coalesce(k.units_sold, 0), coalesce(k.units_returned, 0),
    coalesce(k.revenue, 0)),
  format('sold %s, returned %s, revenue %s', coalesce(c.units_sold, 0), coalesce(c.units_returned, 0),
    coalesce(c.revenue, 0))
from kept_blocks k full join counted_blocks c on c.store_id = k.store_id and c.days = k.days
  and c.starts_on = k.starts_on and c.variant_id = k.variant_id
where (coalesce(k.units_sold, 0), coalesce(k.units_returned, 0), coalesce(k.revenue, 0)) <> (coalesce(c.units_sold, 0),
  coalesce(c.units_returned, 0), coalesce(c.revenue, 0));
call internal.install_check('ledger.check_sales_rollups');

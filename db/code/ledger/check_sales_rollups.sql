-- Must be empty. What the reports sum (folded days and changes not folded yet) against a plain recount of orders, lines
-- and payments, written by the formulas of decisions 9 and not by those of the triggers. internal.rebuild_sales repairs.
create or replace view ledger.check_sales_rollups with (security_invoker = true) as
with delivered as (
  select o.company_id, o.store_id, o.id, o.channel_id, (o.delivered_at at time zone s.timezone)::date as day, o.subtotal, o.discount_amount, o.shipping_charge
  from app.orders o join app.stores s on s.id = o.store_id
  where o.delivered_at is not null
), came_back as (
  select d.store_id, d.id, sum(i.line_total - internal.kept_amount(i.line_total, i.quantity, i.delivered_quantity - i.returned_quantity)) as amount
  from delivered d join app.order_items i on i.store_id = d.store_id and i.order_id = d.id
  group by d.store_id, d.id
), counted_days as (
  select x.company_id, x.store_id, x.day, x.channel_id, sum(x.orders) as orders, sum(x.gross_sales) as gross_sales, sum(x.net_sales) as net_sales,
    sum(x.shipping_charged) as shipping_charged, sum(x.money_received) as money_received
  from (
    select d.company_id, d.store_id, d.day, d.channel_id, 1 as orders, d.subtotal as gross_sales,
      d.subtotal - d.discount_amount - coalesce(b.amount, 0) as net_sales, d.shipping_charge as shipping_charged, 0 as money_received
    from delivered d left join came_back b on b.store_id = d.store_id and b.id = d.id
    union all
    select p.company_id, p.store_id, (p.settled_at at time zone s.timezone)::date, o.channel_id, 0, 0, 0, 0, case p.kind when 'payment' then p.amount else -p.amount end
    from app.payments p join app.stores s on s.id = p.store_id join app.orders o on o.store_id = p.store_id and o.id = p.order_id
    where p.status = 'settled'
  ) x
  group by x.company_id, x.store_id, x.day, x.channel_id
), kept_days as (
  select x.company_id, x.store_id, x.day, x.channel_id, sum(x.orders) as orders, sum(x.gross_sales) as gross_sales, sum(x.net_sales) as net_sales,
    sum(x.shipping_charged) as shipping_charged, sum(x.money_received) as money_received
  from (
    select company_id, store_id, day, channel_id, orders, gross_sales, net_sales, shipping_charged, money_received from app.sales_days
    union all
    select company_id, store_id, day, channel_id, orders, gross_sales, net_sales, shipping_charged, money_received from app.sales_changes
  ) x
  group by x.company_id, x.store_id, x.day, x.channel_id
), counted_products as (
  select d.company_id, d.store_id, d.day, i.variant_id, sum(i.delivered_quantity) as units_sold, sum(i.returned_quantity) as units_returned,
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
  select x.company_id, x.store_id, x.days, x.starts_on, x.variant_id, sum(x.units_sold) as units_sold, sum(x.units_returned) as units_returned, sum(x.revenue) as revenue
  from (
    select company_id, store_id, days, starts_on, variant_id, units_sold, units_returned, revenue from app.product_sales
    union all
    select c.company_id, c.store_id, w.days, c.day - (c.day - date '1970-01-01') % w.days, c.variant_id, c.units_sold, c.units_returned, c.net_sales
    from app.sales_changes c cross join widths w
    where c.variant_id is not null
  ) x
  group by x.company_id, x.store_id, x.days, x.starts_on, x.variant_id
)
select coalesce(k.company_id, c.company_id) as company_id, coalesce(k.store_id, c.store_id) as store_id,
  format('sales_days: %s, channel %s', coalesce(k.day, c.day), coalesce(k.channel_id, c.channel_id)) as object, f.kept::text as found, f.counted::text as expected
from kept_days k full join counted_days c on c.store_id = k.store_id and c.day = k.day and c.channel_id = k.channel_id
cross join lateral (select
  jsonb_build_object('orders', coalesce(k.orders, 0), 'gross_sales', coalesce(k.gross_sales, 0), 'net_sales', coalesce(k.net_sales, 0),
    'shipping_charged', coalesce(k.shipping_charged, 0), 'money_received', coalesce(k.money_received, 0)) as kept,
  jsonb_build_object('orders', coalesce(c.orders, 0), 'gross_sales', coalesce(c.gross_sales, 0), 'net_sales', coalesce(c.net_sales, 0),
    'shipping_charged', coalesce(c.shipping_charged, 0), 'money_received', coalesce(c.money_received, 0)) as counted) f
where f.kept <> f.counted
union all
select coalesce(k.company_id, c.company_id), coalesce(k.store_id, c.store_id),
  format('product_sales: %s days from %s, variant %s', coalesce(k.days, c.days), coalesce(k.starts_on, c.starts_on), coalesce(k.variant_id, c.variant_id)), f.kept::text, f.counted::text
from kept_blocks k full join counted_blocks c on c.store_id = k.store_id and c.days = k.days and c.starts_on = k.starts_on and c.variant_id = k.variant_id
cross join lateral (select
  jsonb_build_object('units_sold', coalesce(k.units_sold, 0), 'units_returned', coalesce(k.units_returned, 0), 'revenue', coalesce(k.revenue, 0)) as kept,
  jsonb_build_object('units_sold', coalesce(c.units_sold, 0), 'units_returned', coalesce(c.units_returned, 0), 'revenue', coalesce(c.revenue, 0)) as counted) f
where f.kept <> f.counted;
comment on view ledger.check_sales_rollups is 'What the reports sum is what orders, lines and payments give: days by channel (sales_days) and blocks by variant (product_sales). Reads every order: minutes on a large store. internal.rebuild_sales repairs.';
comment on column ledger.check_sales_rollups.company_id is 'The tenant; null for what belongs to none.';
comment on column ledger.check_sales_rollups.store_id is 'The store; null for what belongs to none.';
comment on column ledger.check_sales_rollups.object is 'What is wrong.';
comment on column ledger.check_sales_rollups.found is 'What stands there.';
comment on column ledger.check_sales_rollups.expected is 'What should.';
grant select on ledger.check_sales_rollups to haat_dba;

--! owner: haat_gatekeeper
-- Takes: a store.
-- Works out its sales_days and product_sales anew from orders, order_items and payments.
-- By hand: as a superuser, when ledger.check_sales_rollups has rows.
--
-- The one place that works out the sales from nothing: when a store moves to another time zone, and for a DBA who finds
-- rows in ledger.check_sales_rollups. Waits for the bookings under way, and bookings wait for it.
create or replace function internal.rebuild_sales(store_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
set work_mem = '128MB'
set jit = off
as $$
declare
  s app.stores;
begin
  perform pg_advisory_xact_lock(hashtextextended('fold sales', 0));
  perform pg_advisory_xact_lock(hashtextextended('sales ' || rebuild_sales.store_id::text, 0));
  select * into s from app.stores t where t.id = rebuild_sales.store_id;
  delete from app.sales_changes c where c.store_id = s.id;
  delete from app.sales_days d where d.store_id = s.id;
  delete from app.product_sales p where p.store_id = s.id;
  -- Days and money first, then goods: the same three sources that the triggers book from.
  insert into app.sales_days (company_id, store_id, day, channel_id, orders, gross_sales, net_sales, shipping_charged, money_received)
  select s.company_id, s.id, x.day, x.channel_id, sum(x.orders), sum(x.gross_sales), sum(x.net_sales), sum(x.shipping_charged), sum(x.money_received)
  from (
    select (o.delivered_at at time zone s.timezone)::date as day, o.channel_id, 1 as orders, o.subtotal as gross_sales, 0 as net_sales, o.shipping_charge as shipping_charged, 0 as money_received
    from app.orders o where o.store_id = s.id and o.delivered_at is not null
    union all
    select (o.delivered_at at time zone s.timezone)::date, o.channel_id, 0, 0, internal.kept_amount(i.line_total, i.quantity, i.delivered_quantity - i.returned_quantity), 0, 0
    from app.orders o join app.order_items i on i.store_id = o.store_id and i.order_id = o.id
    where o.store_id = s.id and o.delivered_at is not null and i.delivered_quantity > 0
    union all
    select (p.settled_at at time zone s.timezone)::date, o.channel_id, 0, 0, 0, 0, case p.kind when 'payment' then p.amount else -p.amount end
    from app.payments p join app.orders o on o.store_id = p.store_id and o.id = p.order_id
    where p.store_id = s.id and p.status = 'settled'
  ) x
  group by x.day, x.channel_id;
  insert into app.product_sales (company_id, store_id, days, starts_on, variant_id, units_sold, units_returned, revenue)
  select s.company_id, s.id, w.days, x.day - (x.day - date '1970-01-01') % w.days, x.variant_id, sum(x.units_sold), sum(x.units_returned), sum(x.revenue)
  from (
    select (o.delivered_at at time zone s.timezone)::date as day, i.variant_id, sum(i.delivered_quantity) as units_sold, sum(i.returned_quantity) as units_returned,
      sum(internal.kept_amount(i.line_total, i.quantity, i.delivered_quantity - i.returned_quantity)) as revenue
    from app.orders o join app.order_items i on i.store_id = o.store_id and i.order_id = o.id
    where o.store_id = s.id and o.delivered_at is not null and i.delivered_quantity > 0
    group by 1, 2
  ) x cross join (values (1), (8), (64)) as w (days)
  group by w.days, x.day - (x.day - date '1970-01-01') % w.days, x.variant_id
  -- In the order of the primary key, which then grows at its end.
  order by w.days, x.day - (x.day - date '1970-01-01') % w.days, x.variant_id;
  -- Answers on the old calendar are no answers any more.
  delete from app.report_cache c where c.store_id = s.id;
end
$$;
grant execute on function internal.rebuild_sales(uuid) to haat_owner;

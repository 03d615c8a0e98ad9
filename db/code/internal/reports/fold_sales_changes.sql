--! owner: haat_gatekeeper
-- Adds the oldest rows of sales_changes to sales_days and product_sales, and gives how many. A timer; may be run
-- twice.
-- Takes: how many rows at most.
--
-- What is folded leaves the queue in the same statement. One fold at a time, so that two do not meet on the same days;
-- a second one has nothing to do.
create or replace function internal.fold_sales_changes(batch integer default 50000) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_count integer;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('fold sales', 0)) then
    return 0;
  end if;
  with taken as (
    delete from app.sales_changes c
    where c.id = any (array(select t.id from app.sales_changes t order by t.id limit batch))
    returning c.*
  ), days as (
    insert into app.sales_days as d (company_id, store_id, day, channel_id,
      orders, gross_sales, net_sales, shipping_charged, money_received)
    select t.company_id, t.store_id, t.day, t.channel_id,
      sum(t.orders), sum(t.gross_sales), sum(t.net_sales), sum(t.shipping_charged), sum(t.money_received)
    from taken t
    group by t.company_id, t.store_id, t.day, t.channel_id
    on conflict on constraint sales_days_pkey do update
      set orders = d.orders + excluded.orders,
          gross_sales = d.gross_sales + excluded.gross_sales,
          net_sales = d.net_sales + excluded.net_sales,
          shipping_charged = d.shipping_charged + excluded.shipping_charged,
          money_received = d.money_received + excluded.money_received
  ), products as (
    insert into app.product_sales as p (company_id, store_id, days, starts_on, variant_id,
      units_sold, units_returned, revenue)
    select t.company_id, t.store_id, w.days, t.day - (t.day - date '1970-01-01') % w.days, t.variant_id,
      sum(t.units_sold), sum(t.units_returned), sum(t.net_sales)
    from taken t cross join (values (1), (8), (64), (32767)) as w (days)
    where t.variant_id is not null
    group by t.company_id, t.store_id, w.days, t.day - (t.day - date '1970-01-01') % w.days, t.variant_id
    order by t.company_id, t.store_id, w.days, t.day - (t.day - date '1970-01-01') % w.days, t.variant_id
    on conflict on constraint product_sales_pkey do update
      set units_sold = p.units_sold + excluded.units_sold,
          units_returned = p.units_returned + excluded.units_returned,
          revenue = p.revenue + excluded.revenue
  )
  select count(*) into v_count from taken;
  return v_count;
end
$$;
grant execute on function internal.fold_sales_changes(integer) to haat_worker;

create or replace function internal.sales_days(store_id uuid, days integer) returns setof staff.day_of_sales
language sql stable
set search_path = ''
begin atomic
  with stores as (
    select s.id, s.timezone, (internal.now() at time zone s.timezone)::date as today
    from app.stores s where sales_days.store_id is null or s.id = sales_days.store_id
  ), sold as (
    select (o.delivered_at at time zone s.timezone)::date as day, count(distinct o.id) as orders, sum(round(i.line_total * (i.delivered_quantity - i.returned_quantity) / i.quantity, 2)) as net_sales
    from stores s
    join app.orders o on o.store_id = s.id and o.delivered_at >= (s.today - sales_days.days + 1)::timestamp at time zone s.timezone
    join app.order_items i on i.store_id = o.store_id and i.order_id = o.id
    group by 1
  )
  select d.day::date, coalesce(x.orders, 0)::integer, coalesce(x.net_sales, 0)::numeric(14, 2)
  from (select max(s.today) as today from stores s) t
  cross join lateral generate_series((t.today - sales_days.days + 1)::timestamp, t.today::timestamp, interval '1 day') as d (day)
  left join sold x on x.day = d.day::date
  order by 1;
end;
comment on function internal.sales_days(uuid, integer) is 'Takes a store (null for all in reach) and a number of days; gives each of the last days with what was delivered on it, oldest first.';
grant execute on function internal.sales_days(uuid, integer) to haat_staff;

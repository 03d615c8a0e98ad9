-- Gives each day of a window with what was delivered on it, oldest first.
-- Takes: the store (null for all in reach), the first and the last day.
--
-- From the same sums as the reports: kept by day, and what is not folded into them yet.
create or replace function internal.sales_days(store_id uuid, first_day date, last_day date)
  returns setof staff.day_of_sales
language sql stable rows 100
set search_path = ''
begin atomic
  with stores as (
    select s.company_id, s.id from app.stores s where s.id = any (internal.stores_in_reach(sales_days.store_id))
  ), sold as (
    select d.day, d.orders, d.net_sales
    from stores s
    join app.sales_days d on d.company_id = s.company_id and d.store_id = s.id
      and d.day between sales_days.first_day and sales_days.last_day
    union all
    select c.day, c.orders, c.net_sales
    from stores s
    join app.sales_changes c on c.company_id = s.company_id and c.store_id = s.id
      and c.day between sales_days.first_day and sales_days.last_day
  )
  select d.day::date, coalesce(sum(x.orders), 0)::integer, coalesce(sum(x.net_sales), 0)::numeric(14, 2)
  from generate_series(sales_days.first_day::timestamp, sales_days.last_day::timestamp, interval '1 day') as d (day)
  left join sold x on x.day = d.day::date
  group by d.day
  order by d.day;
end;
grant execute on function internal.sales_days(uuid, date, date) to haat_staff;

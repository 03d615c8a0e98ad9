-- Gives each of the last days with what was delivered on it, oldest first.
-- Takes: the store (null for all in reach) and the number of days.
--
-- From the same sums as the reports: kept by day, and what is not folded into them yet.
create or replace function internal.sales_days(store_id uuid, days integer) returns setof staff.day_of_sales
language sql stable rows 100
set search_path = ''
begin atomic
  with stores as (
    select s.company_id, s.id, (internal.now() at time zone s.timezone)::date as today
    from app.stores s
    where sales_days.store_id is null or s.id = sales_days.store_id
  ), sold as (
    select d.day, d.orders, d.net_sales
    from stores s
    join app.sales_days d on d.company_id = s.company_id and d.store_id = s.id and d.day > s.today - sales_days.days
    union all
    select c.day, c.orders, c.net_sales
    from stores s
    join app.sales_changes c on c.company_id = s.company_id and c.store_id = s.id and c.day > s.today - sales_days.days
  )
  select d.day::date, coalesce(sum(x.orders), 0)::integer, coalesce(sum(x.net_sales), 0)::numeric(14, 2)
  from (select max(s.today) as today from stores s) t
  cross join lateral
    generate_series((t.today - sales_days.days + 1)::timestamp, t.today::timestamp, interval '1 day') as d (day)
  left join sold x on x.day = d.day::date
  group by d.day
  order by d.day;
end;
grant execute on function internal.sales_days(uuid, integer) to haat_staff;

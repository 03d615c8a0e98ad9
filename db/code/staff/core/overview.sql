-- The state of the day: of one store, or of all together.
-- Raises: nothing.
create or replace function staff.overview(store_id uuid default null) returns staff.overview
language plpgsql stable
set search_path = ''
as $$
declare
  v_overview staff.overview;
  -- Of several time zones, the day of the store that is furthest ahead.
  v_today constant date := (select max(internal.store_day(s.id, internal.now())) from app.stores s
    where overview.store_id is null or s.id = overview.store_id);
begin
  select array_agg((c.status, c.orders, c.amount)::staff.status_count order by c.orders desc, c.status)
    into v_overview.orders_by_status
    from (
      select t.status, count(*) as orders, sum(t.total_amount) as amount
      from app.orders t
      where overview.store_id is null or t.store_id = overview.store_id
      group by 1
    ) c;
  v_overview.call_backs_due := cardinality(internal.find_call_backs_due(overview.store_id, null, null));
  v_overview.low_stock := (select count(*) from staff.low_stock(overview.store_id));
  v_overview.not_shipped := internal.outstanding(overview.store_id, 'not_shipped');
  v_overview.with_courier := internal.outstanding(overview.store_id, 'with_courier');
  v_overview.delivered_unpaid := internal.outstanding(overview.store_id, 'delivered_unpaid');
  v_overview.sales := array(select d from internal.sales_days(overview.store_id, v_today - 29, v_today) d);
  return v_overview;
end
$$;
grant execute on function staff.overview(uuid) to haat_staff;

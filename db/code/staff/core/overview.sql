-- The state of the day: of one store, or of all together. What can be listed is counted to 1000.
-- Raises: nothing.
create or replace function staff.overview(store_id uuid default null) returns staff.overview
language plpgsql stable
set search_path = ''
as $$
declare
  v_store_ids constant uuid[] := internal.stores_in_reach(overview.store_id);
  v_overview staff.overview;
  -- Of several time zones, the day of the store that is furthest ahead.
  v_today constant date := (select max(internal.store_day(s.id, internal.now())) from app.stores s
    where s.id = any (v_store_ids));
begin
  v_overview.orders_by_status := array(
    select (c.status, c.orders, c.total_amount)::staff.status_count from internal.order_counts(v_store_ids) c
    order by c.orders desc, c.status);
  v_overview.call_backs_due := cardinality(internal.find_call_backs_due(overview.store_id, null, 1000));
  v_overview.low_stock := internal.count_low_levels(overview.store_id);
  v_overview.not_shipped := internal.outstanding(overview.store_id, 'not_shipped');
  v_overview.with_courier := internal.outstanding(overview.store_id, 'with_courier');
  v_overview.delivered_unpaid := internal.outstanding(overview.store_id, 'delivered_unpaid');
  v_overview.sales := array(select d from internal.sales_days(overview.store_id, v_today - 29, v_today) d);
  return v_overview;
end
$$;
grant execute on function staff.overview(uuid) to haat_staff;

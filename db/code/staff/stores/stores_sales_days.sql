-- What the store sold on each day of a window on its own calendar, oldest first, at most 366 days; without them, this
-- month until today.
-- Raises: HT008 (from, to).
create or replace function staff.stores_sales_days(store app.stores, "from" date default null,
  "to" date default null) returns staff.day_of_sales[]
language plpgsql stable
set search_path = ''
as $$
declare
  v_window constant record := internal.report_window(store.id,
    jsonb_build_object('from', stores_sales_days."from", 'to', stores_sales_days."to"));
begin
  return array(select d from internal.sales_days(store.id, v_window.first_day, v_window.last_day) d);
end
$$;
grant execute on function staff.stores_sales_days(app.stores, date, date) to haat_staff;

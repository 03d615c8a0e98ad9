-- The sales figures of as many days just before a window, to compare them with: those of sales_summary.
-- Raises: HT010 (the plan has no comparison), HT008 (from, to).
create or replace function staff.stores_previous_sales(store app.stores, "from" date default null,
  "to" date default null) returns staff.sales_summary
language plpgsql stable
set search_path = ''
as $$
declare
  v_window constant record := internal.report_window(store.id,
    jsonb_build_object('from', stores_previous_sales."from", 'to', stores_previous_sales."to"));
  v_days constant integer := v_window.last_day - v_window.first_day + 1;
begin
  perform internal.require_plan_feature('advanced_reports');
  return json_populate_record(null::staff.sales_summary, internal.sales_document(
    store.id, v_window.first_day - v_days, v_window.first_day - 1, null));
end
$$;
grant execute on function staff.stores_previous_sales(app.stores, date, date) to haat_staff;

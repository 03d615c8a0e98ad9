-- The sales figures of the store for a window of days on its own calendar, at most 366 days; without them, this month
-- until today. By channel when its slug is given.
-- Raises: HT008 (from, to).
create or replace function staff.stores_sales_summary(store app.stores, "from" date default null,
  "to" date default null, channel text default null) returns staff.sales_summary
language plpgsql stable
set search_path = ''
as $$
declare
  v_window constant record := internal.report_window(store.id,
    jsonb_build_object('from', stores_sales_summary."from", 'to', stores_sales_summary."to"));
begin
  return json_populate_record(null::staff.sales_summary, internal.sales_document(
    store.id, v_window.first_day, v_window.last_day,
    case when stores_sales_summary.channel is not null then
      array(select c.id from app.channels c
            where c.store_id = store.id and c.slug = stores_sales_summary.channel) end));
end
$$;
grant execute on function staff.stores_sales_summary(app.stores, date, date, text) to haat_staff;

-- The sales figures of a store for a window of days on its own calendar, at most 366 days; without them, this month
-- until today. By channel when its slug is given.
-- Raises: HT100 (store_id), HT008 (from, to).
create or replace function staff.sales_summary(store_id uuid, "from" date default null, "to" date default null,
  channel text default null) returns staff.sales_summary
language plpgsql stable
set search_path = ''
as $$
declare
  v_window record;
begin
  perform internal.require_store(sales_summary.store_id);
  v_window := internal.report_window(sales_summary.store_id,
    jsonb_build_object('from', sales_summary."from", 'to', sales_summary."to"));
  return json_populate_record(null::staff.sales_summary, internal.sales_document(
    sales_summary.store_id, v_window.first_day, v_window.last_day,
    case when sales_summary.channel is not null then
      array(select c.id from app.channels c
            where c.store_id = sales_summary.store_id and c.slug = sales_summary.channel) end));
end
$$;
grant execute on function staff.sales_summary(uuid, date, date, text) to haat_staff;

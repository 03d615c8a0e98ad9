-- What became of the orders that were placed in a window of days, at most 366, by the calendar of their store; without
-- one, this month until today. By agent, channel, district, product or hour; all together where no group_by is given.
-- Of one store, or of all but the test stores.
-- Raises: HT008 (from, to).
create or replace function staff.order_figures(store_id uuid default null, "from" date default null,
  "to" date default null, group_by staff.order_grouping default null) returns setof staff.order_figures
language plpgsql stable security definer rows 50
set search_path = ''
as $$
declare
  v_asked constant record := internal.report_days(store_id, order_figures."from", order_figures."to");
begin
  return query
  select * from internal.order_figures(v_asked.store_ids, v_asked.first_day, v_asked.last_day, order_figures.group_by);
end
$$;
grant execute on function staff.order_figures(uuid, date, date, staff.order_grouping) to haat_staff;

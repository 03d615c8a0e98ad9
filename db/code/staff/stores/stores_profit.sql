-- What the orders of the store earned that were placed in a window of days on its own calendar, at most 366; without
-- one, this month until today. By product, courier, district, channel or agent, those that earned most first; all
-- together where no group_by is given. Nothing without costs.read.
-- Raises: HT008 (from, to).
create or replace function staff.stores_profit(store app.stores, "from" date default null, "to" date default null,
  group_by staff.profit_grouping default null) returns setof staff.profit
language plpgsql stable security definer rows 50
set search_path = ''
as $$
declare
  v_window constant record := internal.report_window(store.id,
    jsonb_build_object('from', stores_profit."from", 'to', stores_profit."to"));
begin
  if not internal.is_permitted('costs.read') then
    return;
  end if;
  return query
  select * from internal.profit_by(array[store.id], v_window.first_day, v_window.last_day, stores_profit.group_by);
end
$$;
grant execute on function staff.stores_profit(app.stores, date, date, staff.profit_grouping) to haat_staff;

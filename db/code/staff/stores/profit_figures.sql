-- What the orders earned that were placed in a window of days, at most 366, by the calendar of their store; without
-- one, this month until today. By product, courier, district, channel or agent, those that earned most first; all
-- together where no group_by is given. Of one store, or of all but the test stores. Nothing without costs.read;
-- amounts are null where the stores have several currencies.
-- Raises: HT008 (from, to).
-- see: guides/money-of-an-order#what-an-order-earns
create or replace function staff.profit_figures(store_id uuid default null, "from" date default null,
  "to" date default null, group_by staff.profit_grouping default null) returns setof staff.profit
language plpgsql stable security definer rows 50
set search_path = ''
as $$
declare
  v_asked record;
begin
  if not internal.is_permitted('costs.read') then
    return;
  end if;
  v_asked := internal.report_days(store_id, profit_figures."from", profit_figures."to");
  return query
  select * from internal.profit_by(v_asked.store_ids, v_asked.first_day, v_asked.last_day, profit_figures.group_by);
end
$$;
grant execute on function staff.profit_figures(uuid, date, date, staff.profit_grouping) to haat_staff;

-- The variants that earned most in a window of days, at most 366, by the calendar of their store, under their present
-- names; without one, this month until today. 10 of them, or up to 50. Of one store, or of all but the test stores;
-- nothing where those have several currencies.
-- Raises: HT010 (the plan has no such report), HT008 (from, to).
create or replace function staff.best_products(store_id uuid default null, "from" date default null,
  "to" date default null, "limit" integer default 10) returns setof staff.top_product
language plpgsql stable rows 10
set search_path = ''
as $$
declare
  v_asked constant record := internal.report_days(store_id, best_products."from", best_products."to");
begin
  return query
  select * from internal.best_products(v_asked.store_ids, v_asked.first_day, v_asked.last_day, "limit");
end
$$;
grant execute on function staff.best_products(uuid, date, date, integer) to haat_staff;

-- The variants that earned most in a window on the store's calendar, at most 366 days, under their present names; 10
-- of them, or up to 50. Without a window, this month until today.
-- Raises: HT010 (the plan has no such report), HT008 (from, to).
create or replace function staff.stores_top_products(store app.stores, "from" date default null,
  "to" date default null, "limit" integer default 10) returns setof staff.top_product
language plpgsql stable rows 10
set search_path = ''
as $$
declare
  v_window constant record := internal.report_window(store.id,
    jsonb_build_object('from', stores_top_products."from", 'to', stores_top_products."to"));
begin
  return query
  select * from internal.best_products(array[store.id], v_window.first_day, v_window.last_day, "limit");
end
$$;
grant execute on function staff.stores_top_products(app.stores, date, date, integer) to haat_staff;

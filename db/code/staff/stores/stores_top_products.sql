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
  perform internal.require_plan_feature('advanced_reports');
  return query
  select r.rank::integer, p.id, v.id, p.name, v.name, v.sku, r.units_sold::integer, r.units_returned::integer,
    r.revenue::numeric(16, 2)
  from internal.rank_products(store.id, v_window.first_day, v_window.last_day,
    least(greatest(coalesce("limit", 10), 1), 50)) r
  join app.variants v on v.store_id = store.id and v.id = r.variant_id
  join app.products p on p.store_id = store.id and p.id = v.product_id
  order by r.rank;
end
$$;
grant execute on function staff.stores_top_products(app.stores, date, date, integer) to haat_staff;

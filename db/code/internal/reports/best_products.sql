-- The variants that earned most in a window of days, under their present names, best first.
-- Takes: the stores, the first and last day, and how many variants, at most 50.
-- Gives: as many of all stores together. Nothing where the stores have several currencies: those have no order.
-- Raises: HT010 (the plan has no such report).
--
-- A variant is of one store: the best of all are among the best of each.
create or replace function internal.best_products(store_ids uuid[], first_day date, last_day date, row_limit integer)
  returns setof staff.top_product
language plpgsql stable rows 10
set search_path = ''
as $$
declare
  v_most constant integer := least(greatest(coalesce(row_limit, 10), 1), 50);
begin
  perform internal.require_plan_feature('advanced_reports');
  if not internal.is_one_currency(store_ids) then
    return;
  end if;
  return query
  select row_number() over best::integer, p.id, v.id, p.name, v.name, v.sku, r.units_sold::integer,
    r.units_returned::integer, r.revenue::numeric(16, 2), s.id
  from unnest(store_ids) s (id)
  cross join lateral internal.rank_products(s.id, first_day, last_day, v_most) r
  join app.variants v on v.store_id = s.id and v.id = r.variant_id
  join app.products p on p.store_id = s.id and p.id = v.product_id
  window best as (order by r.revenue desc, r.units_sold - r.units_returned desc, r.variant_id)
  order by 1
  limit v_most;
end
$$;
grant execute on function internal.best_products(uuid[], date, date, integer) to haat_staff;

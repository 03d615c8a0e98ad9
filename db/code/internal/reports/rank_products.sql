-- Gives the variants that earned most in a window, by units that were delivered and kept, best first.
-- Takes: the store, the first and last day, and how many variants.
-- spec: GET /reports/top-products
--
-- A few hundred thousand rows are grouped here at once: memory for the hash table, and no time lost on compiling.
create or replace function internal.rank_products(store_id uuid, first_day date, last_day date, row_limit integer)
  returns table (rank bigint, variant_id uuid, units_sold bigint, units_returned bigint, revenue numeric)
language plpgsql stable rows 50
set search_path = ''
set work_mem = '32MB'
set jit = off
as $$
declare
  v_company_id constant uuid := internal.current_company_id();
begin
  return query
  select row_number() over (order by t.earned desc, t.kept desc, t.variant),
    t.variant, t.sold, t.sold - t.kept, t.earned
  from (
    select x.variant_id as variant,
      sum(x.units_sold)::bigint as sold,
      sum(x.units_sold - x.units_returned)::bigint as kept,
      sum(x.revenue) as earned
    from (
      select p.*
      from internal.sales_blocks(first_day, last_day) b
      -- "offset 0": block by block through the primary key. The planner alone would read the store's whole history.
      cross join lateral (
        select t.variant_id, t.units_sold, t.units_returned, t.revenue
        from app.product_sales t
        where t.company_id = v_company_id and t.store_id = rank_products.store_id
          and t.days = b.days and t.starts_on = b.starts_on
        offset 0
      ) p
      union all
      select c.variant_id, c.units_sold, c.units_returned, c.net_sales
      from app.sales_changes c
      where c.company_id = v_company_id and c.store_id = rank_products.store_id
        and c.day between first_day and last_day and c.variant_id is not null
    ) x
    group by x.variant_id
    having sum(x.units_sold) > 0
    order by earned desc, kept desc, variant
    limit row_limit
  ) t;
end
$$;
grant execute on function internal.rank_products(uuid, date, date, integer) to haat_api, haat_staff;

-- Gives the variants that earned most in a window, by units that were delivered and kept, best first.
-- Takes: the store, the first and last day, how many variants, and of which (null: of all that were sold).
--
-- A few hundred thousand rows may be grouped here at once: memory for the hash table, and no time lost on compiling.
create or replace function internal.rank_among(store_id uuid, first_day date, last_day date, row_limit integer,
  variant_ids uuid[])
  returns table (rank bigint, variant_id uuid, units_sold bigint, units_returned bigint, revenue numeric)
language plpgsql stable rows 50
set search_path = ''
set work_mem = '32MB'
set jit = off
as $$
begin
  return query execute format(
    'select row_number() over (order by t.earned desc, t.kept desc, t.variant),
       t.variant, t.sold, t.sold - t.kept, t.earned
     from (
       select x.variant_id as variant,
         sum(x.units_sold)::bigint as sold,
         sum(x.units_sold - x.units_returned)::bigint as kept,
         sum(x.revenue) as earned
       from (
         select p.*
         from internal.sales_blocks($3, $4) b
         -- "offset 0": block by block through the primary key. The planner alone would read the whole history.
         cross join lateral (
           select t.variant_id, t.units_sold, t.units_returned, t.revenue
           from app.product_sales t
           where t.company_id = $1 and t.store_id = $2 and t.days = b.days and t.starts_on = b.starts_on%1$s
           offset 0
         ) p
         union all
         select t.variant_id, t.units_sold, t.units_returned, t.net_sales
         from app.sales_changes t
         where t.company_id = $1 and t.store_id = $2 and t.day between $3 and $4 and t.variant_id is not null%1$s
       ) x
       group by x.variant_id
       having sum(x.units_sold) > 0
       order by earned desc, kept desc, variant
       limit $5
     ) t',
    case when variant_ids is not null then ' and t.variant_id = any ($6)' end)
  using internal.current_company_id(), store_id, first_day, last_day, row_limit, variant_ids;
end
$$;
grant execute on function internal.rank_among(uuid, date, date, integer, uuid[]) to haat_api, haat_staff;

-- Gives the variants that earned most in a window, by units that were delivered and kept, best first.
-- Takes: the store, the first and last day, and how many variants.
-- see: reference/reports#get_top_products
--
-- No variant earned more in a window than in all. So in a long one only those that earned most in all are summed up,
-- and those whose last sales are not folded yet. When the last of the best earned at least what the last of those
-- earned in all, no other can be among them; otherwise more are tried, and then all that were sold.
create or replace function internal.rank_products(store_id uuid, first_day date, last_day date, row_limit integer)
  returns table (rank bigint, variant_id uuid, units_sold bigint, units_returned bigint, revenue numeric)
language plpgsql stable rows 50
set search_path = ''
as $$
declare
  v_company_id constant uuid := internal.current_company_id();
  -- Of the block of all days.
  v_starts_on constant date := first_day - (first_day - date '1970-01-01') % 32767;
  v_tried integer;
  v_ids uuid[];
  v_last record;
begin
  foreach v_tried in array case
    when last_day - first_day >= 127 and last_day < v_starts_on + 32767
      then array[2 * row_limit, 16 * row_limit]
    else '{}' end
  loop
    select array_agg(t.variant_id) as ids, count(*) as count,
        (array_agg(t.variant_id))[v_tried] as variant_id,
        (array_agg(t.revenue))[v_tried] as revenue,
        (array_agg(t.kept))[v_tried] as kept
      into v_last
      from (
        select p.variant_id, p.revenue, p.units_sold - p.units_returned as kept
        from app.product_sales p
        where p.company_id = v_company_id and p.store_id = rank_products.store_id and p.days = 32767
          and p.starts_on = v_starts_on
        order by p.revenue desc, p.units_sold - p.units_returned desc, p.variant_id
        limit v_tried
      ) t;
    v_ids := v_last.ids || array(
      select distinct c.variant_id from app.sales_changes c
      where c.company_id = v_company_id and c.store_id = rank_products.store_id
        and c.day between first_day and last_day and c.variant_id is not null);
    return query
      with ranked as materialized (
        select * from internal.rank_among(rank_products.store_id, first_day, last_day, row_limit, v_ids)
      )
      select r.*
      from ranked r
      where v_last.count < v_tried or exists (
        select from ranked l
        where l.rank = row_limit
          and ((l.revenue, l.units_sold - l.units_returned) > (v_last.revenue, v_last.kept)
            or (l.revenue, l.units_sold - l.units_returned) = (v_last.revenue, v_last.kept)
              and l.variant_id <= v_last.variant_id));
    if found then
      return;
    end if;
  end loop;
  return query
    select * from internal.rank_among(rank_products.store_id, first_day, last_day, row_limit, null);
end
$$;
grant execute on function internal.rank_products(uuid, date, date, integer) to haat_api, haat_staff;

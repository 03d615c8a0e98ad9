-- Says what speaks against the stock that a line of an import sets, as the stock is now: the rules are those of
-- internal.adjust_stock_lines. Writes and locks nothing.
-- Takes: the product, and the line with location_id, reason and the stock of its variants.
-- Gives: by field what speaks against it; null: nothing.
create or replace function internal.plan_stock(product_id uuid, input jsonb) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  v_line record;
  v_detail text;
  v_problems jsonb;
begin
  for v_line in
    select s.adjustment, s.field, l.level
    from internal.imported_stock(plan_stock.product_id, input) s
    -- Where there is no level yet, any quantity may come.
    cross join lateral (
      select t as level from app.inventory_levels t
      where t.variant_id = s.variant_id and t.location_id = (input ->> 'location_id')::uuid limit 1
    ) l
  loop
    begin
      perform internal.check_adjusted_lines(array[v_line.level], array[v_line.adjustment], null,
        array[v_line.field], false);
    exception when sqlstate 'HT008' then
      get stacked diagnostics v_detail = pg_exception_detail;
      v_problems := coalesce(v_problems, '{}') || (v_detail::jsonb -> 'problems');
    end;
  end loop;
  return v_problems;
end
$$;

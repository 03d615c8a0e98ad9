-- Gives the stock that a line of an import sets at its location, as adjustments, in the order in which every function
-- locks levels.
-- Takes: the product, and the line with location_id, reason and the stock of its variants.
-- Gives: each variant that the store has, its adjustment, and what refusals call it.
--
-- Nothing there and nothing to come: no level is made for it.
create or replace function internal.imported_stock(product_id uuid, input jsonb)
  returns table (variant_id uuid, adjustment jsonb, field text)
language plpgsql stable rows 3
set search_path = ''
as $$
begin
  return query
  select v.id, jsonb_build_object('set_on_hand', s.stock, 'reason', input ->> 'reason'),
    format('variants.%s.stock', w.n - 1)
  from jsonb_array_elements(input -> 'variants') with ordinality as w (variant, n)
  cross join lateral (select (w.variant ->> 'stock')::integer as stock) s
  -- Row by row: inside the fence the planner takes a company's rows for few, and would join with all of them.
  cross join lateral (
    select internal.find_product_sku(imported_stock.product_id, w.variant ->> 'sku') as id
  ) v
  where v.id is not null and (s.stock > 0 or exists (
    select from app.inventory_levels l
    where l.variant_id = v.id and l.location_id = (input ->> 'location_id')::uuid and s.stock = 0))
  order by v.id;
end
$$;

-- Gives the bins that a line of an import sets at its location, of variants that lie elsewhere now, in the order in
-- which every function locks levels.
-- Takes: the product, and the line with location_id and the bins of its variants. Without a location it sets none.
create or replace function internal.imported_bins(product_id uuid, input jsonb)
  returns table (variant_id uuid, bin text)
language sql stable rows 3
set search_path = ''
begin atomic
  select v.id, b.bin
  from jsonb_array_elements(input -> 'variants') as w (variant)
  -- Row by row, as in imported_stock.
  cross join lateral (select internal.find_product_sku(imported_bins.product_id, w.variant ->> 'sku') as id) v
  cross join lateral (select nullif(btrim(w.variant ->> 'bin'), '') as bin) b
  left join app.inventory_levels l on l.variant_id = v.id and l.location_id = (input ->> 'location_id')::uuid
  where w.variant ? 'bin' and v.id is not null and input ->> 'location_id' is not null
    and l.bin is distinct from b.bin
  order by v.id;
end;

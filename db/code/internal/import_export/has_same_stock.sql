-- Tells whether the variants of a line of an import have the stock already that it sets at its location.
-- Takes: the product, and the line with location_id and the stock of its variants. Without a location it sets none.
create or replace function internal.has_same_stock(product_id uuid, input jsonb) returns boolean
language sql stable
set search_path = ''
begin atomic
  select input ->> 'location_id' is null or not exists (
    select from internal.imported_stock(has_same_stock.product_id, input) s
    where not exists (
      select from app.inventory_levels l
      where l.variant_id = s.variant_id and l.location_id = (input ->> 'location_id')::uuid
        and l.on_hand = (s.adjustment ->> 'set_on_hand')::integer));
end;

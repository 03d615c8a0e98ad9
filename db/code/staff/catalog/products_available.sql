-- Units of all variants of the product that are not promised to orders, at all locations together.
-- Raises: nothing.
create or replace function staff.products_available(product app.products) returns bigint
language sql stable
set search_path = ''
begin atomic
  select coalesce(sum(l.on_hand - l.reserved), 0)
  from app.variants v join app.inventory_levels l on l.variant_id = v.id
  where v.product_id = product.id;
end;
grant execute on function staff.products_available(app.products) to haat_staff;

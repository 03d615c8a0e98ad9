-- Units of the variant that are not promised to orders, at all locations together.
-- Raises: nothing.
create or replace function staff.variants_available(variant app.variants) returns bigint
language sql stable
set search_path = ''
begin atomic
  select coalesce(sum(l.on_hand - l.reserved), 0) from app.inventory_levels l where l.variant_id = variant.id;
end;
grant execute on function staff.variants_available(app.variants) to haat_staff;

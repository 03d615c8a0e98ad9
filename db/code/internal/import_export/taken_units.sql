-- Names what planned orders take of a variant at a location: see internal.plan_order.
create or replace function internal.taken_units(location_id uuid, variant_id uuid) returns text
language sql immutable
return pg_catalog.concat('units ', location_id, ' ', variant_id);

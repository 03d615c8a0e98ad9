-- Writes the filters of the list of stock levels as clauses for internal.page_ids. The text is constant; values come
-- as $1.
-- Takes: the input of the list.
-- spec: GET /inventory/levels
create or replace function internal.level_filters(input jsonb) returns text
language sql immutable
return pg_catalog.concat(
  case when input ->> 'warehouse_id' is not null then ' and t.location_id = ($1 ->> ''warehouse_id'')::uuid' end,
  case when input ->> 'variant_id' is not null then ' and t.variant_id = ($1 ->> ''variant_id'')::uuid' end,
  case (input ->> 'low_stock')::boolean
    when true then ' and t.is_low_stock'
    when false then ' and not t.is_low_stock' end);
grant execute on function internal.level_filters(jsonb) to haat_gatekeeper;

-- Writes the filters of the list of stock movements as clauses for internal.page_ids. The text is constant; values
-- come as $1.
-- Takes: the input of the list, with sku_variant_ids (the variants of its sku) and references (its order and that
-- order's returns).
-- spec: GET /inventory/movements
create or replace function internal.movement_filters(input jsonb) returns text
language sql immutable
return pg_catalog.concat(
  case when input ->> 'variant_id' is not null
    then ' and t.variant_id = ($1 ->> ''variant_id'')::uuid' end,
  case
    when jsonb_array_length(input -> 'sku_variant_ids') = 1
      then ' and t.variant_id = ($1 #>> ''{sku_variant_ids,0}'')::uuid'
    -- None, or with a company key the same SKU in several stores.
    when input -> 'sku_variant_ids' is not null
      then ' and t.variant_id in (
        select e::uuid from pg_catalog.jsonb_array_elements_text($1 -> ''sku_variant_ids'') e)' end,
  case when coalesce(input ->> 'location_id', input ->> 'warehouse_id') is not null
    -- The indexes of locations and of types are ones of the company.
    then ' and t.company_id = $2'
      || ' and t.location_id = coalesce($1 ->> ''location_id'', $1 ->> ''warehouse_id'')::uuid' end,
  case when input ->> 'type' is not null
    then ' and t.company_id = $2 and t.type = $1 ->> ''type''' end,
  -- What came back or was damaged on the way is booked on the order's returns.
  case when input -> 'references' is not null
    then ' and t.reference_type in (''order'', ''return'') and t.reference_id = any (array(
        select e::uuid from pg_catalog.jsonb_array_elements_text($1 -> ''references'') e))' end,
  case when input ->> 'created_after' is not null
    then ' and t.created_at >= pg_catalog.date_trunc(''milliseconds'', ($1 ->> ''created_after'')::timestamptz)' end,
  case when input ->> 'created_before' is not null
    then ' and t.created_at < pg_catalog.date_trunc(''milliseconds'', ($1 ->> ''created_before'')::timestamptz)' end);
grant execute on function internal.movement_filters(jsonb) to haat_gatekeeper;

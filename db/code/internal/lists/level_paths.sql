-- Gives the access paths of the list of inventory levels (internal.list_paths).
-- Takes: its input.
-- see: reference/inventory#list_inventory_levels
--
-- One index has the levels of a location, the low ones apart.
create or replace function internal.level_paths(input jsonb) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  v_groups constant jsonb := case
    when coalesce(input ->> 'variant_id', input ->> 'sku') is null and input ?| '{warehouse_id,low_stock}' then
    jsonb_build_object(
      'of', $c$(select s.id as store_id, a.id as location_id, l.is_low_stock
         from unnest($8) s (id)
         cross join app.locations a
         cross join (values (true), (false)) l (is_low_stock)
         where a.company_id = $2
           and ($1 ->> 'warehouse_id' is null or a.id = ($1 ->> 'warehouse_id')::uuid)
           and ($1 ->> 'low_stock' is null or l.is_low_stock = ($1 ->> 'low_stock')::boolean)) g$c$,
      'match', 't.store_id = g.store_id and t.location_id = g.location_id and t.is_low_stock = g.is_low_stock') end;
begin
  return jsonb_build_object(
    'groups', v_groups,
    'older', jsonb_build_object(
      'groups', v_groups,
      'filters_first', true,
      'filter_scans', internal.level_scans(input)));
end
$$;
grant execute on function internal.level_paths(jsonb) to haat_gatekeeper;

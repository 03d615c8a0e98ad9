-- Gives a page of the variants that have no inventory level at a location. Archived products are left out.
-- Takes: the input of the levels list with missing_only and warehouse_id.
-- Raises: HT100 (store, cursor).
-- see: reference/inventory#list_inventory_levels
--
-- They are shown as levels without an id and without stock, so the cursor is the id of the variant.
create or replace function internal.missing_inventory_levels(input jsonb) returns json
language plpgsql stable
set search_path = ''
as $$
declare
  v_location_id constant uuid := (input ->> 'warehouse_id')::uuid;
  v_limit constant integer := coalesce((input ->> 'limit')::integer, 25);
  v_is_backward constant boolean := input ->> 'ending_before' is not null;
  v_ids uuid[] := internal.missing_level_variants(input, v_limit + 1);
  v_has_more constant boolean := cardinality(v_ids) > v_limit;
begin
  v_ids := v_ids[1:v_limit];
  if v_is_backward then
    v_ids := array(select u.id from unnest(v_ids) with ordinality as u (id, n) order by u.n desc);
  end if;
  return internal.page_document(
    internal.missing_level_documents(v_location_id, v_ids),
    v_has_more,
    case when (v_has_more or v_is_backward) and cardinality(v_ids) > 0 then v_ids[cardinality(v_ids)] end);
end
$$;
grant execute on function internal.missing_inventory_levels(jsonb) to haat_api;

-- Gives a page of stock levels (GET /inventory/levels).
-- Takes: the filters; missing_only lists the variants without a level at warehouse_id instead.
-- Raises: HT100 (store_id, cursor).
-- spec: GET /inventory/levels
create or replace function api.list_inventory_levels(input jsonb) returns json
language plpgsql stable
set search_path = ''
as $$
declare
  v_page record;
begin
  if (input ->> 'missing_only')::boolean then
    return internal.missing_inventory_levels(input);
  end if;
  v_page := internal.page_ids('app.inventory_levels', input, concat(
    case when input ->> 'warehouse_id' is not null then ' and t.location_id = ($1 ->> ''warehouse_id'')::uuid' end,
    case when input ->> 'variant_id' is not null then ' and t.variant_id = ($1 ->> ''variant_id'')::uuid' end,
    case (input ->> 'low_stock')::boolean
      when true then ' and t.is_low_stock'
      when false then ' and not t.is_low_stock' end),
    way => case when input ->> 'variant_id' is null then internal.level_group_way(input) end);
  return internal.page_document(
    (select json_agg(d.document order by d.ordinal) from internal.inventory_level_documents(v_page.ids) d),
    v_page.has_more,
    v_page.next_cursor);
end
$$;
grant execute on function api.list_inventory_levels(jsonb) to haat_api;

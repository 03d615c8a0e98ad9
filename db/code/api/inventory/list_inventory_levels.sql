-- Gives a page of stock levels (GET /inventory/levels).
-- Takes: the filters; missing_only lists the variants without a level at warehouse_id instead.
-- Raises: HT100 (store_id, cursor).
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
  v_page := internal.list_page('inventory_levels', input);
  return internal.page_document(
    (select json_agg(d.document order by d.ordinal) from internal.inventory_level_documents(v_page.ids) d),
    v_page.has_more,
    v_page.next_cursor);
end
$$;
grant execute on function api.list_inventory_levels(jsonb) to haat_api;

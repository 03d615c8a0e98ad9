-- Gives a page of the stock ledger (GET /inventory/movements).
-- Takes: the filters; order_id finds the movements of the order's returns too.
-- Raises: HT100 (store_id, cursor).
create or replace function api.list_inventory_movements(input jsonb) returns json
language plpgsql stable
set search_path = ''
as $$
declare
  v_page constant record := internal.list_page('stock_movements', input);
begin
  return internal.page_document(
    (select json_agg(d.document order by d.ordinal) from internal.stock_movement_documents(v_page.ids) d),
    v_page.has_more,
    v_page.next_cursor);
end
$$;
grant execute on function api.list_inventory_movements(jsonb) to haat_api;

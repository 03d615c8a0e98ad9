-- Gives a page of the stock ledger (GET /inventory/movements).
-- Takes: the filters; order_id finds the movements of the order's returns too.
-- Raises: HT100 (store_id, cursor).
-- decisions: 2, Stock movement
--
-- A SKU is looked up first, today's SKU of the variant (a ledger row keeps the SKU as it was): with the variant's id
-- known, the page walks the index of that variant, however long the store's ledger is.
create or replace function api.list_inventory_movements(input jsonb) returns json
language plpgsql stable
set search_path = ''
as $$
declare
  v_input jsonb := input;
  v_variant_ids uuid[];
  v_references uuid[];
  v_page record;
begin
  if input ->> 'order_id' is not null then
    v_references := (input ->> 'order_id')::uuid || array(
      select r.id from app.returns r
      where r.store_id = any (internal.current_store_ids()) and r.order_id = (input ->> 'order_id')::uuid);
    v_input := v_input || jsonb_build_object('references', v_references);
  end if;
  if input ->> 'sku' is not null then
    v_variant_ids := array(
      select v.id
      from unnest(internal.current_store_ids()) as s (id)
      cross join lateral (
        select t.id from app.variants t where t.store_id = s.id and t.sku = input ->> 'sku' limit 1) v);
    v_input := v_input || jsonb_build_object('sku_variant_ids', v_variant_ids);
  end if;
  v_page := internal.list_page('stock_movements', v_input);
  return internal.page_document(
    (select json_agg(d.document order by d.ordinal) from internal.stock_movement_documents(v_page.ids) d),
    v_page.has_more,
    v_page.next_cursor);
end
$$;
grant execute on function api.list_inventory_movements(jsonb) to haat_api;

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
      select v.id from app.variants v
      where v.store_id = any (internal.current_store_ids()) and v.sku = input ->> 'sku');
    v_input := v_input || jsonb_build_object('sku_variant_ids', v_variant_ids);
  end if;
  v_page := internal.page_ids('app.stock_movements', v_input, concat(
    case when input ->> 'variant_id' is not null
      then ' and t.variant_id = ($1 ->> ''variant_id'')::uuid' end,
    case
      when cardinality(v_variant_ids) = 1
        then ' and t.variant_id = ($1 #>> ''{sku_variant_ids,0}'')::uuid'
      -- None, or with a company key the same SKU in several stores.
      when v_variant_ids is not null
        then ' and t.variant_id in (
          select e::uuid from pg_catalog.jsonb_array_elements_text($1 -> ''sku_variant_ids'') e)' end,
    case when coalesce(input ->> 'location_id', input ->> 'warehouse_id') is not null
      then ' and t.location_id = coalesce($1 ->> ''location_id'', $1 ->> ''warehouse_id'')::uuid' end,
    case when input ->> 'type' is not null
      then ' and t.type = $1 ->> ''type''' end,
    -- What came back or was damaged on the way is booked on the order's returns.
    case when v_references is not null
      then ' and t.reference_type in (''order'', ''return'') and t.reference_id = any (array(
          select e::uuid from pg_catalog.jsonb_array_elements_text($1 -> ''references'') e))' end,
    case when input ->> 'created_after' is not null
      then ' and t.created_at >= pg_catalog.date_trunc(''milliseconds'', ($1 ->> ''created_after'')::timestamptz)' end,
    case when input ->> 'created_before' is not null
      then ' and t.created_at < pg_catalog.date_trunc(''milliseconds'', ($1 ->> ''created_before'')::timestamptz)' end
  ),
    way => case when v_references is not null then internal.gather_way('app.stock_movements') end);
  return internal.page_document(
    (select json_agg(d.document order by d.ordinal) from internal.stock_movement_documents(v_page.ids) d),
    v_page.has_more,
    v_page.next_cursor);
end
$$;
grant execute on function api.list_inventory_movements(jsonb) to haat_api;

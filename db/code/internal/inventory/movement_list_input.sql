-- Gives the input of the movements list with what its filters look for: the variants of a SKU as sku_variant_ids, and
-- an order and its returns as references.
-- Takes: the input of the movements list.
-- spec: GET /inventory/movements
create or replace function internal.movement_list_input(input jsonb) returns jsonb
language sql stable
set search_path = ''
begin atomic
  select movement_list_input.input
    || case when movement_list_input.input ->> 'sku' is null then '{}' else jsonb_build_object(
         'sku_variant_ids', internal.variants_of_sku(movement_list_input.input ->> 'sku')) end
    || case when movement_list_input.input ->> 'order_id' is null then '{}' else jsonb_build_object(
         'references', (movement_list_input.input ->> 'order_id')::uuid || array(
           select r.id from app.returns r
           where r.store_id = any (internal.current_store_ids())
             and r.order_id = (movement_list_input.input ->> 'order_id')::uuid)) end;
end;
grant execute on function internal.movement_list_input(jsonb) to haat_gatekeeper;

-- Adjusts the stock of a variant at a location (POST /inventory/adjustments).
-- Takes: one adjustment, in units.
-- Gives: the adjusted level.
-- Raises: HT008, HT100 (store_id); HT100 (location_id, variant_id, sku); HT101 (expected_on_hand); HT008
-- (limits).
create or replace function api.create_inventory_adjustment(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_writing(input);
  v_location_id constant uuid := (input ->> 'location_id')::uuid;
  v_variant_id uuid;
  v_adjusted record;
begin
  perform internal.require_location(v_location_id);
  select f.id into v_variant_id from internal.find_line_variants(array[v_store_id], input) f;
  if v_variant_id is null then
    perform internal.field_error('HT100',
      case when input ->> 'variant_id' is not null then 'variant_id' else 'sku' end, 'gone.storeVariant');
  end if;
  v_adjusted := internal.adjust_stock_lines(array[v_variant_id], array[v_location_id], array[input]);
  return coalesce(v_adjusted.documents[1],
    (select d.document from internal.inventory_level_documents(v_adjusted.level_ids) d));
end
$$;
grant execute on function api.create_inventory_adjustment(jsonb) to haat_api;

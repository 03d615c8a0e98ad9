-- Adjusts the stock of a variant at a location (POST /inventory/adjustments).
-- Takes: one adjustment, in units.
-- Gives: the adjusted level.
-- Raises: HT008, HT100 (store_id); HT008 (form); HT100 (location_id, variant_id, sku); HT101 (expected_on_hand); HT008
-- (limits).
-- spec: POST /inventory/adjustments
create or replace function api.create_inventory_adjustment(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_writing(input);
  v_type constant text := coalesce(input ->> 'type', 'adjustment');
  v_location_id uuid;
  v_variant_id uuid;
  v_level_id uuid;
begin
  if (input ->> 'quantity_change' is null) = (input ->> 'set_on_hand' is null) then
    perform internal.field_error('HT008', 'quantity_change', 'give either quantity_change or set_on_hand');
  elsif (input ->> 'quantity_change')::integer = 0 then
    perform internal.field_error('HT008', 'quantity_change', 'must not be zero');
  elsif coalesce(btrim(input ->> 'reason'), '') = '' then
    perform internal.field_error('HT008', 'reason', 'is required');
  elsif v_type = 'purchase' and input ->> 'unit_cost' is null then
    perform internal.field_error('HT008', 'unit_cost', 'is required for a purchase');
  elsif v_type <> 'purchase' and input ->> 'unit_cost' is not null then
    perform internal.field_error('HT008', 'unit_cost', 'is allowed for a purchase only');
  end if;
  select t.id into v_location_id from app.locations t where t.id = (input ->> 'location_id')::uuid;
  if v_location_id is null then
    perform internal.field_error('HT100', 'location_id', 'is not a location of this company');
  end if;
  select f.id into v_variant_id from internal.find_line_variants(array[v_store_id], input) f;
  if v_variant_id is null then
    perform internal.field_error(
      'HT100',
      case when input ->> 'variant_id' is not null then 'variant_id' else 'sku' end,
      'is not a variant of this store');
  end if;
  v_level_id := internal.adjust_stock(v_variant_id, v_location_id, input);
  return (select d.document from internal.inventory_level_documents(array[v_level_id]) d);
end
$$;
grant execute on function api.create_inventory_adjustment(jsonb) to haat_api;

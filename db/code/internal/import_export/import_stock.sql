-- Sets the stock of an imported product's variants at a location, as one adjustment to their quantities.
-- Takes: the product, and the line with location_id, reason and the stock of its variants.
-- Raises: HT014 (permission), HT100 (location_id), HT008 (limits).
create or replace function internal.import_stock(product_id uuid, input jsonb) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_location_id constant uuid := (input ->> 'location_id')::uuid;
  v_lines record;
begin
  if v_location_id is null then
    return;
  end if;
  perform internal.require_permission('inventory.manage');
  perform internal.require_location(v_location_id);
  select array_agg(s.variant_id) as variant_ids, array_agg(s.adjustment) as adjustments, array_agg(s.field) as fields
    into v_lines
    from internal.imported_stock(import_stock.product_id, input) s;
  if v_lines.variant_ids is null then
    return;
  end if;
  perform internal.adjust_stock_lines(v_lines.variant_ids,
    array_fill(v_location_id, array[cardinality(v_lines.variant_ids)]), v_lines.adjustments, fields => v_lines.fields);
end
$$;

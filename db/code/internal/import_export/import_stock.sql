-- Sets the stock of an imported product's variants at a location, as one adjustment to their quantities, and their
-- bins.
-- Takes: the product, and the line with location_id, reason and the stock and bins of its variants.
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
  -- In one order, whether the stock or the bin changes.
  perform from app.inventory_levels l
    where l.location_id = v_location_id and l.variant_id in (
      select v.id from app.variants v where v.product_id = import_stock.product_id)
    order by l.variant_id for update;
  select array_agg(s.variant_id) as variant_ids, array_agg(s.adjustment) as adjustments, array_agg(s.field) as fields
    into v_lines
    from internal.imported_stock(import_stock.product_id, input) s;
  if v_lines.variant_ids is not null then
    perform internal.adjust_stock_lines(v_lines.variant_ids,
      array_fill(v_location_id, array[cardinality(v_lines.variant_ids)]), v_lines.adjustments,
      fields => v_lines.fields);
  end if;
  perform staff.set_bin(b.variant_id, v_location_id, b.bin)
    from internal.imported_bins(import_stock.product_id, input) b;
end
$$;

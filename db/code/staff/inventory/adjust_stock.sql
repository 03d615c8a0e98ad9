-- Adjusts the stock of one variant at a location, by the same rules as the API: by a change, or to a quantity.
-- With expected_on_hand nothing happens unless just so many are there. A purchase adds stock and needs its unit cost,
-- a return adds, damage removes; what an adjustment or damage removes is a loss at the average cost.
-- Needs inventory.manage.
-- Raises: HT014 (permission), HT008 (form), HT100 (location_id), HT100 (the variant), HT008 (a SKU of several
-- stores), HT101 (expected_on_hand), HT008 (limits), HT101 (the same a moment ago).
create or replace function staff.adjust_stock(location_id uuid, reason text, variant_id uuid default null,
  sku text default null, type text default 'adjustment', quantity_change integer default null,
  set_on_hand integer default null, expected_on_hand integer default null, unit_cost numeric default null,
  low_stock_threshold integer default null) returns app.inventory_levels
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_adjustment constant jsonb := jsonb_strip_nulls(jsonb_build_object(
    'variant_id', adjust_stock.variant_id,
    'sku', adjust_stock.sku,
    'type', adjust_stock.type,
    'reason', btrim(adjust_stock.reason),
    'quantity_change', quantity_change,
    'set_on_hand', set_on_hand,
    'expected_on_hand', expected_on_hand,
    'unit_cost', unit_cost,
    'low_stock_threshold', low_stock_threshold));
  v_variant_id uuid;
  v_level_id uuid;
  v_level app.inventory_levels;
begin
  perform internal.require_permission('inventory.manage');
  perform internal.refuse_duplicate('adjust_stock', jsonb_build_array(v_adjustment, location_id));
  perform internal.check_adjustment(v_adjustment);
  perform internal.require_location(adjust_stock.location_id);
  v_variant_id := internal.find_named_variant(v_adjustment);
  v_level_id := internal.adjust_stock(v_variant_id, adjust_stock.location_id, v_adjustment);
  select * into v_level from app.inventory_levels l where l.id = v_level_id;
  return v_level;
end
$$;
grant execute on function staff.adjust_stock(uuid, text, uuid, text, text, integer, integer, integer, numeric,
  integer) to haat_staff;

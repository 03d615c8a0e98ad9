-- Adjusts the stock of one variant at a location, by the same rules as the API: by a change, or to a quantity.
-- With expected_on_hand nothing happens unless just so many are there. A purchase adds stock and needs its unit cost,
-- a return adds, damage removes; what an adjustment or damage removes is a loss at the average cost.
-- Needs inventory.manage.
-- Takes: what POST /inventory/adjustments takes, of any store.
-- Raises: HT014 (permission), HT100 (location_id), HT100 (the variant), HT008 (a SKU of several
-- stores), HT101 (expected_on_hand), HT008 (limits), HT101 (the same a moment ago).
create or replace function staff.adjust_stock(body jsonb) returns app.inventory_levels
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_location_id constant uuid := body ->> 'location_id';
  v_level_id uuid;
  v_level app.inventory_levels;
begin
  perform internal.require_permission('inventory.manage');
  perform internal.refuse_duplicate('adjust_stock', body);
  perform internal.require_location(v_location_id);
  v_level_id := internal.adjust_stock(internal.find_named_variant(body), v_location_id, body);
  select * into v_level from app.inventory_levels l where l.id = v_level_id;
  return v_level;
end
$$;
grant execute on function staff.adjust_stock(jsonb) to haat_staff;

-- Adjusts the stock of a variant at a location: internal.adjust_stock_lines for one line.
-- Takes: a variant, a location, the adjustment and what it belongs to, and the field that refusals name (default: that
-- of the quantity).
-- Gives: the id of the inventory level.
-- Raises: HT101 (expected_on_hand), HT008.
-- see: reference/inventory#create_inventory_adjustment
create or replace function internal.adjust_stock(
  variant_id uuid,
  location_id uuid,
  adjustment jsonb,
  adjustment_id uuid default uuidv7(),
  field text default null,
  document_number text default null,
  goes_back boolean default false)
  returns uuid
language plpgsql volatile
set search_path = ''
as $$
begin
  return (internal.adjust_stock_lines(array[variant_id], array[location_id], array[adjustment], adjustment_id,
    fields => array[field], document_number => document_number, goes_back => goes_back)).level_ids[1];
end
$$;

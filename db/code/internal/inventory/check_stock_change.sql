-- Refuses a change of stock that its type does not allow or that leaves an impossible quantity.
-- Takes: the locked level, the type (purchase, return, adjustment, damage), the change in units and the field to name.
-- Raises: HT008. Compared in this order: a change and a type, sign of the type, below zero, below what is reserved,
-- too much.
-- see: reference/inventory#create_inventory_adjustment
create or replace function internal.check_stock_change(
  level app.inventory_levels,
  type text,
  change integer,
  field text)
  returns void
language plpgsql stable
set search_path = ''
as $$
declare
  v_limit constant integer := 1000000000;
  -- As bigint: what is refused here may not fit an integer.
  v_on_hand_after constant bigint := level.on_hand::bigint + change;
begin
  if change is null then
    perform internal.field_error('HT008', field, 'stockNoChange.either');
  elsif type not in ('purchase', 'return', 'adjustment', 'damage') then
    perform internal.field_error('HT008', 'type', 'notAllowed.words',
      '{"words": "purchase, return, adjustment, damage"}');
  elsif type = 'damage' and change > 0 then
    perform internal.field_error('HT008', field, 'stockAddOnly.damage');
  elsif type in ('return', 'purchase') and change < 0 then
    perform internal.field_error('HT008', field, 'stockAddOnly', jsonb_build_object('type', type));
  elsif v_on_hand_after < 0 then
    perform internal.field_error('HT008', field, 'stockNegative', jsonb_build_object('has', level.on_hand));
  elsif v_on_hand_after < level.reserved then
    perform internal.field_error('HT008', field, 'stockReserved',
      jsonb_build_object('reserved', level.reserved, 'has', level.on_hand));
  elsif v_on_hand_after > v_limit then
    perform internal.field_error('HT008', field, 'stockTooMuch', jsonb_build_object('most', v_limit));
  end if;
end
$$;

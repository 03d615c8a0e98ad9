-- Refuses (HT008) an adjustment of stock that is not in the right form.
-- Takes: the adjustment as POST /inventory/adjustments describes it.
-- Raises: HT008.
-- see: reference/inventory#create_inventory_adjustment
create or replace function internal.check_adjustment(adjustment jsonb) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  v_type constant text := coalesce(adjustment ->> 'type', 'adjustment');
  v_unit_cost constant numeric := (adjustment ->> 'unit_cost')::numeric;
  v_field text;
begin
  if (adjustment ->> 'quantity_change' is null) = (adjustment ->> 'set_on_hand' is null) then
    perform internal.field_error('HT008', 'quantity_change', 'stockNoChange.either');
  elsif (adjustment ->> 'quantity_change')::bigint = 0 then
    perform internal.field_error('HT008', 'quantity_change', 'stockNoChange');
  elsif abs((adjustment ->> 'quantity_change')::bigint) > 1000000 then
    perform internal.field_error('HT008', 'quantity_change', 'outOfRange', '{"least": -1000000, "most": 1000000}');
  elsif v_type not in ('purchase', 'return', 'adjustment', 'damage') then
    perform internal.field_error('HT008', 'type', 'notAllowed.words',
      '{"words": "purchase, return, adjustment, damage"}');
  elsif internal.remark(adjustment ->> 'reason', 'reason') is null then
    perform internal.field_error('HT008', 'reason', 'required');
  elsif v_type = 'purchase' and v_unit_cost is null then
    perform internal.field_error('HT008', 'unit_cost', 'unitCost.needed');
  elsif v_type <> 'purchase' and v_unit_cost is not null then
    perform internal.field_error('HT008', 'unit_cost', 'unitCost');
  elsif v_unit_cost not between 0 and 9999999999.99 or v_unit_cost <> round(v_unit_cost, 2) then
    perform internal.field_error('HT008', 'unit_cost', 'amount');
  end if;
  foreach v_field in array array['set_on_hand', 'expected_on_hand', 'low_stock_threshold'] loop
    if (adjustment ->> v_field)::bigint not between 0 and 1000000000 then
      perform internal.field_error('HT008', v_field, 'outOfRange', '{"least": 0, "most": 1000000000}');
    end if;
  end loop;
end
$$;

-- Refuses an adjustment when the level does not have the units that the caller expects.
-- Takes: the locked level and the expected units on hand (null: any).
-- Raises: HT101; fields.on_hand is the actual quantity.
-- spec: POST /inventory/adjustments
create or replace function internal.check_expected_on_hand(level app.inventory_levels, expected_on_hand integer)
  returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if expected_on_hand <> level.on_hand then
    perform internal.fail('HT101', format('Expected %s on hand, there are %s.', expected_on_hand, level.on_hand),
      jsonb_build_object(
        'expected_on_hand', jsonb_build_array(format('the actual quantity is %s', level.on_hand)),
        'on_hand', jsonb_build_array(level.on_hand)));
  end if;
end
$$;

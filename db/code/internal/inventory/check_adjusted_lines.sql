-- Works out by how much adjustments change their levels, and refuses them when one of them may not.
-- Takes: the locked levels with an adjustment for each, and what internal.adjust_stock_lines takes.
-- Gives: the changes in units.
-- Raises: HT008; HT101 when a level does not have the units that the caller expects; fields.on_hand is what it has.
-- see: reference/inventory#create_inventory_adjustment
create or replace function internal.check_adjusted_lines(
  levels app.inventory_levels[],
  adjustments jsonb[],
  list text,
  fields text[],
  goes_back boolean)
  returns integer[]
language plpgsql stable
set search_path = ''
as $$
declare
  v_level app.inventory_levels;
  v_adjustment jsonb;
  v_set_on_hand integer;
  v_changes integer[] := '{}';
  v_problems jsonb := '[]';
  v_sqlstate text;
  v_detail text;
begin
  foreach v_level in array levels loop
    v_adjustment := adjustments[cardinality(v_changes) + 1];
    v_set_on_hand := (v_adjustment ->> 'set_on_hand')::integer;
    v_changes := v_changes
      || coalesce(v_set_on_hand - v_level.on_hand, (v_adjustment ->> 'quantity_change')::integer);
    begin
      if coalesce(btrim(v_adjustment ->> 'reason'), '') = '' then
        perform internal.field_error('HT008', 'reason', 'required');
      end if;
      if v_adjustment ->> 'type' = 'purchase' and v_adjustment ->> 'unit_cost' is null and not goes_back then
        perform internal.field_error('HT008', 'unit_cost', 'unitCost.needed');
      end if;
      if (v_adjustment ->> 'expected_on_hand')::integer <> v_level.on_hand then
        perform internal.fail('HT101', 'stockExpected',
          jsonb_build_object('expected', v_adjustment ->> 'expected_on_hand', 'has', v_level.on_hand),
          fields => jsonb_build_object(
            'expected_on_hand', jsonb_build_array(
              internal.problem('stockExpected.actual', jsonb_build_object('has', v_level.on_hand))),
            'on_hand', jsonb_build_array(v_level.on_hand)));
      end if;
      perform internal.check_stock_change(
        v_level,
        case when goes_back then 'adjustment' else coalesce(v_adjustment ->> 'type', 'adjustment') end,
        v_changes[cardinality(v_changes)],
        coalesce(fields[cardinality(v_changes)],
          case when v_set_on_hand is null then 'quantity_change' else 'set_on_hand' end));
    exception when sqlstate 'HT008' or sqlstate 'HT101' then
      if list is null then
        raise;
      end if;
      get stacked diagnostics v_sqlstate = returned_sqlstate, v_detail = pg_exception_detail;
      v_problems := v_problems || internal.line_problem(list, cardinality(v_changes) - 1, v_sqlstate, v_detail);
    end;
  end loop;
  perform internal.refuse_lines(v_problems);
  return v_changes;
end
$$;

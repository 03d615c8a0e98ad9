-- Writes adjustments into the activity log and sends inventory.updated for each level that they changed.
-- Takes: the levels and the thresholds of their variants as they were before, the changes in units, the adjustments as
-- internal.adjust_stock_lines takes them, and their id.
-- Gives: the levels as the API shows them, in their order; null for each that nothing changed.
create or replace function internal.log_adjustments(
  levels app.inventory_levels[],
  changes integer[],
  thresholds integer[],
  adjustments jsonb[],
  adjustment_id uuid)
  returns json[]
language plpgsql volatile
set search_path = ''
as $$
declare
  v_store_ids uuid[];
  v_changed_ids uuid[];
  v_befores jsonb[];
  v_afters jsonb[];
  v_places bigint[];
  v_shown json[];
  v_documents json[] := array_fill(null::json, array[cardinality(levels)]);
begin
  select array_agg(c.store_id order by c.n), array_agg(c.id order by c.n), array_agg(c.n order by c.n),
      array_agg(jsonb_build_object(
        'on_hand', c.on_hand,
        'low_stock_threshold', c.threshold) order by c.n),
      array_agg(jsonb_build_object(
        'on_hand', c.on_hand + c.change,
        'low_stock_threshold', c.new_threshold,
        'type', coalesce(c.adjustment ->> 'type', 'adjustment'),
        'reason', c.adjustment ->> 'reason',
        'adjustment_id', log_adjustments.adjustment_id) order by c.n)
    into v_store_ids, v_changed_ids, v_places, v_befores, v_afters
    from (
      select l.id, l.store_id, l.on_hand, u.change, u.threshold, u.adjustment, u.n,
        coalesce((u.adjustment ->> 'low_stock_threshold')::integer, u.threshold) as new_threshold
      from unnest(levels) with ordinality l
      join unnest(changes, thresholds, adjustments) with ordinality as u (change, threshold, adjustment, n)
        on u.n = l.ordinality
    ) c
    where c.change <> 0 or c.new_threshold <> c.threshold;
  if v_changed_ids is not null then
    perform internal.log_activities('inventory.adjusted', 'inventory_level', v_store_ids, v_changed_ids, v_befores,
      v_afters);
    v_shown := internal.publish_level_changes(v_changed_ids);
    for n in 1 .. cardinality(v_places) loop
      v_documents[v_places[n]] := v_shown[n];
    end loop;
  end if;
  return v_documents;
end
$$;

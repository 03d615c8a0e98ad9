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
  v_changed_ids uuid[];
  v_places bigint[];
  v_shown json[];
  v_documents json[] := array_fill(null::json, array[cardinality(levels)]);
begin
  with changed as (
    select l.id, l.store_id, l.on_hand, u.change, u.threshold, u.adjustment, u.n,
      coalesce((u.adjustment ->> 'low_stock_threshold')::integer, u.threshold) as new_threshold
    from unnest(levels) with ordinality l
    join unnest(changes, thresholds, adjustments) with ordinality as u (change, threshold, adjustment, n)
      on u.n = l.ordinality
  ), logged as (
    select c.id, c.n, internal.log_activity(c.store_id, 'inventory.adjusted', 'inventory_level', c.id,
      jsonb_build_object(
        'on_hand', c.on_hand,
        'low_stock_threshold', c.threshold),
      jsonb_build_object(
        'on_hand', c.on_hand + c.change,
        'low_stock_threshold', c.new_threshold,
        'type', coalesce(c.adjustment ->> 'type', 'adjustment'),
        'reason', c.adjustment ->> 'reason',
        'adjustment_id', log_adjustments.adjustment_id)) as done
    from changed c
    where c.change <> 0 or c.new_threshold <> c.threshold
    order by c.n
  )
  select array_agg(g.id order by g.n), array_agg(g.n order by g.n) into v_changed_ids, v_places from logged g;
  if v_changed_ids is not null then
    v_shown := internal.publish_level_changes(v_changed_ids);
    for n in 1 .. cardinality(v_places) loop
      v_documents[v_places[n]] := v_shown[n];
    end loop;
  end if;
  return v_documents;
end
$$;

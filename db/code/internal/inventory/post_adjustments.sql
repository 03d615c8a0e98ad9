-- Books the differences of adjustments; moves the average cost for goods bought.
-- Takes: variants and locations whose costs and levels are locked, the changes in units, the adjustments, and what
-- their ledger rows refer to.
--
-- Lines that book alike are booked together. A variant with several lines (at several locations) is booked in their
-- order, since each sees the average cost that those before it left; so is each purchase alone.
create or replace function internal.post_adjustments(
  variant_ids uuid[],
  location_ids uuid[],
  changes integer[],
  adjustments jsonb[],
  adjustment_id uuid,
  document_number text)
  returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_part record;
  v_average_cost numeric;
  v_unit_cost numeric;
begin
  for v_part in
    select w.location_id, w.type, w.reason, w.unit_cost, array_agg(w.variant_id) as variant_ids,
      array_agg(w.change) as changes
    from (
      select u.variant_id, u.location_id, u.change, u.n, coalesce(u.adjustment ->> 'type', 'adjustment') as type,
        u.adjustment ->> 'reason' as reason, (u.adjustment ->> 'unit_cost')::numeric as unit_cost,
        row_number() over (partition by u.variant_id order by u.n) as round
      from unnest(variant_ids, location_ids, changes, adjustments)
        with ordinality as u (variant_id, location_id, change, adjustment, n)
      where u.change <> 0
    ) w
    group by w.round, w.location_id, w.type, w.reason, w.unit_cost, case when w.type = 'purchase' then w.n end
    order by w.round, min(w.n)
  loop
    v_unit_cost := v_part.unit_cost;
    if v_part.type = 'purchase' then
      select c.average_cost into v_average_cost
        from app.variant_costs c
        where c.variant_id = v_part.variant_ids[1];
      v_unit_cost := internal.average_in_purchase(v_part.variant_ids[1], v_average_cost, v_part.changes[1],
        v_unit_cost);
    end if;
    perform internal.post_stock(v_part.location_id, v_part.type, v_part.variant_ids, v_part.changes,
      array_fill(0, array[cardinality(v_part.changes)]), v_part.reason, 'adjustment', adjustment_id, document_number,
      v_unit_cost);
  end loop;
end
$$;

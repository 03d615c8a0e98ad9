-- Reserves and releases stock so that an edited order holds what its lines say, at its location.
-- Takes: the order before and after, and its lines before and after.
-- Raises: HT102; fields.items lists every shortage [{line, variant_id, sku, requested, available}]: of the units that
-- are available those that the order holds itself are counted, and line is the place among the lines after.
-- see: guides/edit-an-order#stock
--
-- Only the levels that change are locked, at both locations in one order.
create or replace function internal.move_reservation(before app.orders, after app.orders,
  lines_before internal.priced_line[], lines_after internal.priced_line[]) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_variant_ids uuid[];
  v_location_ids uuid[];
  v_changes integer[];
  v_levels app.inventory_levels[];
  v_part record;
begin
  select array_agg(t.variant_id), array_agg(t.location_id), array_agg(t.change)
    into v_variant_ids, v_location_ids, v_changes
    from (
      select u.variant_id, u.location_id, sum(u.quantity)::integer as change
      from (
        select l.variant_id, before.location_id, -l.quantity as quantity from unnest(lines_before) l
        union all
        select l.variant_id, after.location_id, l.quantity from unnest(lines_after) l
      ) u
      group by u.variant_id, u.location_id
      having sum(u.quantity) <> 0
    ) t;
  if v_changes is null then
    return;
  end if;
  v_levels := internal.lock_levels(v_variant_ids, v_location_ids);
  if exists (
    select from unnest(v_levels) with ordinality l where l.on_hand - l.reserved < v_changes[l.ordinality])
  then
    perform internal.refuse_short_edit(before, after, lines_before, lines_after);
  end if;
  for v_part in
    select u.location_id, u.change > 0 as is_reserved, array_agg(u.variant_id) as variant_ids,
      array_agg(u.change) as changes
    from unnest(v_variant_ids, v_location_ids, v_changes) as u (variant_id, location_id, change)
    group by u.location_id, u.change > 0
    order by u.change > 0, u.location_id
  loop
    perform internal.post_stock(v_part.location_id,
      case when v_part.is_reserved then 'reservation' else 'release' end,
      v_part.variant_ids, array_fill(0, array[cardinality(v_part.changes)]), v_part.changes,
      null, 'order', after.id, after.number);
  end loop;
end
$$;

-- Changes inventory levels and writes the ledger. The only writer of both.
-- Takes: a location, the movement's type, variants with their changes of on hand and reserved (units), the reason,
-- what the rows refer to and, for goods bought, the cost of one unit (otherwise the average cost counts).
-- Gives: each variant with the cost of one unit that the ledger has written.
-- see: guides/inside#ledger-and-seals
--
-- A level and its ledger row are written in one statement. It reads the average cost once, for both figures of the row
-- and for a caller that keeps the cost elsewhere.
-- The levels must exist and be locked (internal.lock_stock), and each variant may be given once. The table's
-- constraints are the last check: on hand never negative, reserved never above on hand.
create or replace function internal.post_stock(
  location_id uuid,
  type text,
  variant_ids uuid[],
  quantity_changes integer[],
  reserved_changes integer[],
  reason text default null,
  reference_type text default null,
  reference_id uuid default null,
  reference_number text default null,
  purchase_cost numeric default null)
  returns table (variant_id uuid, unit_cost numeric)
language plpgsql volatile rows 3
set search_path = ''
as $$
declare
  -- As updated_at of the level is stamped: levels are found by their movements (internal.level_scans).
  v_now constant timestamptz := greatest(internal.now(), internal.clock_floor());
  v_count integer;
begin
  return query
  with change as (
    select u.variant_id, u.quantity_change, u.reserved_change
    from unnest(variant_ids, quantity_changes, reserved_changes) as u (variant_id, quantity_change, reserved_change)
  ), changed as (
    update app.inventory_levels l
      set
        on_hand = l.on_hand + c.quantity_change,
        reserved = l.reserved + c.reserved_change,
        last_sequence = l.last_sequence + 1
      from change c
      where l.variant_id = c.variant_id and l.location_id = post_stock.location_id
      returning
        l.company_id, l.store_id, l.variant_id, l.last_sequence, l.on_hand, l.reserved,
        c.quantity_change, c.reserved_change
  )
  insert into app.stock_movements as m (
    company_id, store_id, location_id, variant_id, sku, sequence, type,
    quantity_change, reserved_change, on_hand_after, reserved_after,
    reason, reference_type, reference_id, reference_number,
    unit_cost, average_cost_after,
    actor_type, actor_id, actor_name, request_id, created_at)
  select
    d.company_id, d.store_id, post_stock.location_id, d.variant_id, v.sku, d.last_sequence, post_stock.type,
    d.quantity_change, d.reserved_change, d.on_hand, d.reserved,
    post_stock.reason, post_stock.reference_type, post_stock.reference_id, post_stock.reference_number,
    case when d.quantity_change <> 0 then coalesce(post_stock.purchase_cost, k.average_cost) end, k.average_cost,
    a.actor_type, a.actor_id, a.actor_name, a.request_id, v_now
  from changed d
  join app.variants v on v.id = d.variant_id
  left join app.variant_costs k on k.variant_id = d.variant_id
  cross join internal.current_actor() a
  returning m.variant_id, m.unit_cost;
  get diagnostics v_count = row_count;
  if v_count <> cardinality(variant_ids) then
    raise exception 'post_stock: % of % levels changed at location %', v_count, cardinality(variant_ids), location_id;
  end if;
end
$$;

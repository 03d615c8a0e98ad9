--! owner: haat_gatekeeper
-- Gives the movements that may leave the database, above an id and up to another, as archives write them.
--
-- Reservations and releases: they move no goods, and what orders hold is known by their lines. All others stay, by
-- which costs, losses and sales are worked out; and the newest of each level, one that first tells another average
-- cost of its variant (ledger.balance_at), and what is not sealed.
create or replace function internal.archivable_movements(after_id uuid, upto_id uuid)
  returns table (id uuid, "row" json)
language sql stable security definer rows 1000
set search_path = ''
begin atomic
  select m.id, json_build_object(
    'id', m.id, 'company_id', m.company_id, 'store_id', m.store_id, 'location_id', m.location_id,
    'variant_id', m.variant_id, 'sku', m.sku, 'sequence', m.sequence::text, 'type', m.type,
    'quantity_change', m.quantity_change::text, 'reserved_change', m.reserved_change::text,
    'on_hand_after', m.on_hand_after::text, 'reserved_after', m.reserved_after::text, 'reason', m.reason,
    'reference_type', m.reference_type, 'reference_id', m.reference_id, 'reference_number', m.reference_number,
    'unit_cost', m.unit_cost::text, 'average_cost_after', m.average_cost_after::text, 'actor_type', m.actor_type,
    'actor_id', m.actor_id, 'actor_name', m.actor_name, 'request_id', m.request_id,
    'created_at', to_char(m.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
  from app.stock_movements m
  where m.id > archivable_movements.after_id and m.id <= archivable_movements.upto_id
    and m.type in ('reservation', 'release') and m.quantity_change = 0
    and exists (
      select from app.stock_movements n
      where n.variant_id = m.variant_id and n.location_id = m.location_id and n.sequence > m.sequence)
    and m.average_cost_after is not distinct from (
      select p.average_cost_after from app.stock_movements p
      where p.variant_id = m.variant_id and (p.created_at, p.id) < (m.created_at, m.id)
      order by p.created_at desc, p.id desc limit 1)
    -- Of the segments of a level, which are many, the one that reaches it.
    and (
      select g.first_sequence <= m.sequence from app.ledger_seal_segments g
      where g.variant_id = m.variant_id and g.location_id = m.location_id and g.last_sequence >= m.sequence
      order by g.last_sequence limit 1);
end;

-- The movements of a level are numbered without holes but for archived ones, and each follows from the one before it.
create or replace view ledger.check_movement_chain with (security_invoker = true) as
select t.company_id, t.store_id, format('movement %s: %s, sequence %s at location %s', t.id, t.sku, t.sequence,
  t.location_id) as object,
  format('after sequence %s; on hand %s, reserved %s', t.sequence_before, t.on_hand_after, t.reserved_after) as found,
  format('after sequence %s; on hand %s, reserved %s', t.sequence - 1, t.on_hand_before + t.quantity_change,
    t.reserved_before + t.reserved_change) as expected, t.variant_id as variant_id
from (
  select m.company_id, m.store_id, m.variant_id, m.id, m.sku, m.location_id, m.sequence,
    m.quantity_change, m.reserved_change,
    m.on_hand_after, m.reserved_after,
    lag(m.sequence, 1, 0::bigint) over level as sequence_before,
      lag(m.on_hand_after, 1, 0) over level as on_hand_before,
      lag(m.reserved_after, 1, 0) over level as reserved_before
  from app.stock_movements m
  window level as (partition by m.variant_id, m.location_id order by m.sequence)
) t
left join (
  select l.variant_id, l.location_id, max(l.first_sequence + length(l.positions) - 1) as upto
  from internal.archived_movements l
  group by l.variant_id, l.location_id
) a on a.variant_id = t.variant_id and a.location_id = t.location_id
where t.on_hand_after <> t.on_hand_before + t.quantity_change
  or t.reserved_after <> t.reserved_before + t.reserved_change and t.sequence = t.sequence_before + 1
  -- Which ones have left the seals tell (ledger.verify_seals).
  or t.sequence <> t.sequence_before + 1 and t.sequence - 1 > coalesce(a.upto, 0);
call internal.install_check('ledger.check_movement_chain');

-- A level is the sum of its movements and of the archived ones, and knows the sequence of the newest.
--
-- Two halves and no full join: asked for one variant, each reads that variant only.
create or replace view ledger.check_level_sums with (security_invoker = true) as
with moved as not materialized (
  select m.variant_id, m.location_id, m.quantity_change, m.reserved_change, m.sequence
  from app.stock_movements m
  union all
  select a.variant_id, a.location_id, 0, a.reserved_change, 0
  from internal.archived_movements a
), summed as not materialized (
  select m.variant_id, m.location_id, sum(m.quantity_change) as on_hand, sum(m.reserved_change) as reserved,
    max(m.sequence) as last_sequence
  from moved m
  group by m.variant_id, m.location_id
)
select l.company_id, l.store_id, format('level of variant %s at location %s', l.variant_id, l.location_id) as object,
  format('on hand %s, reserved %s, last sequence %s', l.on_hand, l.reserved, l.last_sequence) as found,
  format('on hand %s, reserved %s, last sequence %s by its movements', coalesce(s.on_hand, 0), coalesce(s.reserved, 0),
    coalesce(s.last_sequence, 0)) as expected, l.variant_id
from app.inventory_levels l
left join summed s on s.variant_id = l.variant_id and s.location_id = l.location_id
where (l.on_hand, l.reserved, l.last_sequence) is distinct
  from (coalesce(s.on_hand, 0), coalesce(s.reserved, 0), coalesce(s.last_sequence, 0))
union all
select m.company_id, m.store_id, format('level of variant %s at location %s', m.variant_id, m.location_id),
  'no level', format('a level, for movement %s', m.sequence), m.variant_id
from app.stock_movements m
where m.sequence = 1
  and not exists (
    select from app.inventory_levels l where l.variant_id = m.variant_id and l.location_id = m.location_id);
call internal.install_check('ledger.check_level_sums');

-- A level is the sum of its movements, and knows the sequence of the newest.
create or replace view ledger.check_level_sums with (security_invoker = true) as
with summed as (
  select m.variant_id, m.location_id, any_value(m.company_id) as company_id, any_value(m.store_id) as store_id,
    sum(m.quantity_change) as on_hand, sum(m.reserved_change) as reserved, max(m.sequence) as last_sequence
  from app.stock_movements m
  group by m.variant_id, m.location_id
)
select coalesce(l.company_id, s.company_id) as company_id, coalesce(l.store_id, s.store_id) as store_id,
  format('level of variant %s at location %s', coalesce(l.variant_id, s.variant_id),
    coalesce(l.location_id, s.location_id)) as object,
  case when l.id is null then 'no level' else format('on hand %s, reserved %s, last sequence %s', l.on_hand,
    l.reserved, l.last_sequence) end as found,
  format('on hand %s, reserved %s, last sequence %s by its movements', coalesce(s.on_hand, 0), coalesce(s.reserved, 0),
    coalesce(s.last_sequence, 0)) as expected, coalesce(l.variant_id, s.variant_id) as variant_id
from app.inventory_levels l
full join summed s on s.variant_id = l.variant_id and s.location_id = l.location_id
where l.id is null or (l.on_hand, l.reserved, l.last_sequence) is distinct
  from (coalesce(s.on_hand, 0), coalesce(s.reserved, 0), coalesce(s.last_sequence, 0));
call internal.install_check('ledger.check_level_sums');

-- Every variant has its moving-average cost row, as its last purchase or change left it, and no stock is worth less
-- than nothing.
--
-- The average is a fold over time, so it is followed step by step: what a purchase or a change by hand left it at is
-- the present value. Both write under the lock of the cost's row, so their ids rise in the order they were made; what
-- a purchase changes stands in the journal before its movement. Where neither was made yet, the average is what the
-- newest movement found. What an operator changed past our functions is no reason for an average.
create or replace view ledger.check_variant_costs with (security_invoker = true) as
with settings as (
  select m.company_id, m.variant_id, m.id, m.average_cost_after as average_cost
  from app.stock_movements m where m.type = 'purchase'
  union all
  select a.company_id, a.object_id, a.id, round((a.after ->> 'average_cost')::numeric, 4)
  from app.activity_log a where a.action = 'variant.cost_changed'
  union all
  select c.company_id, c.record_id, c.id, round((c.after ->> 'average_cost')::numeric, 4)
  from app.changes c
  where c.record_type = 'variant_cost' and c.action = 'update' and c.actor_type <> 'operator'
    and c.after ? 'average_cost'
), known as not materialized (
  select distinct on (s.company_id, s.variant_id) s.company_id, s.variant_id, s.average_cost,
    'its last purchase or change' as source
  from settings s order by s.company_id, s.variant_id, s.id desc
), moved as (
  select v.company_id, v.id as variant_id, m.average_cost_after as average_cost, 'its newest movement' as source
  from app.variants v
  cross join lateral (
    select t.average_cost_after from app.stock_movements t where t.variant_id = v.id order by t.id desc limit 1
  ) m
  where not exists (select from known n where n.company_id = v.company_id and n.variant_id = v.id)
)
select v.company_id, v.store_id, format('variant %s (%s)', v.sku, v.id) as object,
  coalesce(format('average cost %s', k.average_cost), 'no cost row') as found,
    'an average cost of 0 or more' as expected, v.id as variant_id
from app.variants v
left join app.variant_costs k on k.variant_id = v.id
where k.variant_id is null or k.average_cost < 0
union all
select k.company_id, k.store_id, format('variant %s (%s)', v.sku, v.id), format('average cost %s', k.average_cost),
  format('average cost %s by %s', s.average_cost, s.source), v.id
from (select * from known union all select * from moved) s
join app.variant_costs k on k.company_id = s.company_id and k.variant_id = s.variant_id
join app.variants v on v.id = k.variant_id
where k.average_cost <> s.average_cost;
call internal.install_check('ledger.check_variant_costs');

-- An order has as many calls as it says, numbered without holes, and knows the last one; and its sealed timeline tells
-- of each call as it is, and of no other.
create or replace view ledger.check_order_calls with (security_invoker = true) as
select o.company_id, o.store_id, format('order %s', o.number) as object,
  format('%s calls, the last %s at %s', o.call_count, o.last_call_outcome, o.last_call_at) as found,
  format('%s calls, the last %s at %s', coalesce(k.count, 0), k.last_outcome, k.last_at) as expected,
  o.id as order_id
from app.orders o
left join (
  select c.store_id, c.order_id, count(*) as count, max(c.attempt) as last_attempt,
    (array_agg(c.outcome order by c.attempt desc))[1] as last_outcome,
    (array_agg(c.created_at order by c.attempt desc))[1] as last_at
  from app.order_calls c
  group by c.store_id, c.order_id
) k on k.store_id = o.store_id and k.order_id = o.id
where (o.call_count, o.call_count, o.last_call_outcome, o.last_call_at)
  is distinct from (coalesce(k.count, 0)::integer, coalesce(k.last_attempt, 0), k.last_outcome, k.last_at)
union all
select c.company_id, c.store_id, format('call %s', c.id), concat_ws(', ', c.attempt, c.outcome, c.actor_name),
  case when t.id is null then 'none in the timeline'
    else concat_ws(', ', t.detail ->> 'attempt', t.detail ->> 'outcome', t.actor_name) end,
  c.order_id
from app.order_calls c
left join app.order_timeline t
  on t.store_id = c.store_id and t.order_id = c.order_id and t.action = 'called'
    and t.detail ->> 'call_id' = c.id::text
where t.id is null
  or (t.detail ->> 'attempt', t.detail ->> 'outcome', t.actor_type, t.actor_id, t.actor_name)
    is distinct from (c.attempt::text, c.outcome, c.actor_type, c.actor_id, c.actor_name)
union all
select t.company_id, t.store_id, format('call %s', t.detail ->> 'call_id'), 'gone', 'as the timeline tells', t.order_id
from app.order_timeline t
where t.action = 'called' and not exists (
  select from app.order_calls c
  where c.store_id = t.store_id and c.order_id = t.order_id and c.id::text = t.detail ->> 'call_id');
call internal.install_check('ledger.check_order_calls');

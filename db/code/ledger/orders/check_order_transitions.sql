-- The timeline of an order tells every move since its archived entries, each from where the one before ended, and ends
-- at the status the order has.
create or replace view ledger.check_order_transitions with (security_invoker = true) as
with entries as (
  select t.store_id, t.order_id, t.id, t.action, t.from_status,
    coalesce(t.to_status, t.detail ->> 'status') as to_status, t.detail ->> 'upto_id' as upto_id,
    max(t.detail ->> 'upto_id') filter (where t.action = 'archived') over (partition by t.store_id, t.order_id)
      as archived_upto
  from app.order_timeline t
  where t.to_status is not null or t.action = 'archived'
), moves as (
  select t.store_id, t.order_id, t.from_status, t.to_status,
    lag(t.to_status) over timeline as status_before, lead(t.id) over timeline is null as is_last
  from entries t
  -- What was archived ends at the status that its summary tells; older entries that stayed have holes between them.
  where t.archived_upto is null
    or case t.action when 'archived' then t.upto_id = t.archived_upto else t.id > t.archived_upto::uuid end
  window timeline as (partition by t.store_id, t.order_id order by coalesce(t.upto_id::uuid, t.id), t.id)
), told as (
  select m.store_id, m.order_id, bool_and(m.from_status is not distinct from m.status_before) as is_chain,
    max(m.to_status) filter (where m.is_last) as last_status
  from moves m
  group by m.store_id, m.order_id
)
select o.company_id, o.store_id, format('order %s', o.number) as object,
  format('status %s; timeline: %s', o.status, coalesce((
    select string_agg(concat(t.from_status, ' > ', t.to_status), ', ' order by t.id)
    from app.order_timeline t
    where t.store_id = o.store_id and t.order_id = o.id and t.to_status is not null), 'empty')) as found,
  'an unbroken timeline that ends at that status' as expected, o.id as order_id
from app.orders o
left join told t on t.store_id = o.store_id and t.order_id = o.id
where t.is_chain is not true or t.last_status is distinct from o.status;
call internal.install_check('ledger.check_order_transitions');

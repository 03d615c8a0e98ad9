-- The timeline of an order tells every move, each from where the one before ended, and ends at the status the order
-- has.
create or replace view ledger.check_order_transitions with (security_invoker = true) as
select o.company_id, o.store_id, format('order %s', o.number) as object,
  format('status %s; timeline: %s', o.status, coalesce(t.moves, 'empty')) as found,
    'an unbroken timeline that ends at that status' as expected, o.id as order_id
from app.orders o
left join lateral (
  select bool_and(m.from_status is not distinct from m.status_before) as is_chain,
    (array_agg(m.to_status order by m.id desc))[1] as last_status,
    string_agg(concat(m.from_status, ' > ', m.to_status), ', ' order by m.id) as moves
  from (
    select e.id, e.from_status, e.to_status, lag(e.to_status) over (order by e.id) as status_before
    from app.order_timeline e
    where e.store_id = o.store_id and e.order_id = o.id and e.to_status is not null
  ) m
) t on true
where t.is_chain is not true or t.last_status is distinct from o.status;
call internal.install_check('ledger.check_order_transitions');

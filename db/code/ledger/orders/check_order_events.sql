-- The newest event about an order shows it as it is: no change went out without its event.
create or replace view ledger.check_order_events with (security_invoker = true) as
select o.company_id, o.store_id, format('order %s', o.number) as object,
  format('event %s: %s, %s, %s, due %s', e.id, e.object ->> 'status', e.object ->> 'payment_status',
    e.object ->> 'fulfillment_status', e.object ->> 'due_amount') as found,
  format('%s, %s, %s, due %s', o.status, o.payment_status, o.fulfillment_status, o.due_amount) as expected,
  o.id as order_id
from app.orders o
cross join lateral (
  select t.id, t.object from app.events t
  where t.store_id = o.store_id and t.object_id = o.id and t.type like 'order.%'
  order by t.sequence desc limit 1
) e
where (o.status, o.payment_status, o.fulfillment_status, o.due_amount::text)
  is distinct from (e.object ->> 'status', e.object ->> 'payment_status', e.object ->> 'fulfillment_status',
    e.object ->> 'due_amount');
call internal.install_check('ledger.check_order_events');

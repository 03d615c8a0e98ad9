-- The newest event about an order shows it as it is: no change went out without its event.
create or replace view ledger.check_order_events with (security_invoker = true) as
with newest as (
  select distinct on (e.store_id, e.object_id) e.store_id, e.object_id as order_id, e.id
  from app.events e
  where e.type like 'order.%'
  order by e.store_id, e.object_id, e.sequence desc
)
select o.company_id, o.store_id, format('order %s', o.number) as object,
  format('event %s: %s, %s, %s, due %s, customer %s', e.id, x.status, x.payment_status, x.fulfillment_status,
    x.due_amount, x.customer_id) as found,
  format('%s, %s, %s, due %s, customer %s', o.status, o.payment_status, o.fulfillment_status, o.due_amount,
    o.customer_id) as expected,
  o.id as order_id
from newest n
join app.events e on e.id = n.id
join app.orders o on o.store_id = n.store_id and o.id = n.order_id
-- Read once.
cross join lateral json_to_record(e.object)
  as x (status text, payment_status text, fulfillment_status text, due_amount text, customer_id text)
where (o.status, o.payment_status, o.fulfillment_status, o.due_amount::text, o.customer_id::text)
  is distinct from (x.status, x.payment_status, x.fulfillment_status, x.due_amount, x.customer_id);
call internal.install_check('ledger.check_order_events');

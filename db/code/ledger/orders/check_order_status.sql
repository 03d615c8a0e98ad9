-- The lines and the fulfillment status of an order fit its status; a cancelled or spam order holds no goods.
create or replace view ledger.check_order_status with (security_invoker = true) as
with lines as (
  select i.order_id, sum(i.quantity) as quantity, sum(i.delivered_quantity) as delivered,
    sum(i.released_quantity) as released, sum(i.returned_quantity) as returned
  from app.order_items i
  group by i.order_id
)
select o.company_id, o.store_id, format('order %s', o.number) as object,
  format('%s, %s: %s of %s delivered, %s released, %s returned', o.status, o.fulfillment_status, l.delivered,
    l.quantity, l.released, l.returned) as found,
  case s.stock
    when 'none' then 'unfulfilled: nothing delivered, all released'
    when 'sold' then 'fulfilled, or partially_fulfilled: something delivered, and not everything back yet'
    when 'returning' then 'returned once all came back, unfulfilled before'
    when 'reserved' then 'unfulfilled: nothing delivered, nothing released' end as expected, o.id as order_id
from app.orders o
join app.order_statuses s on s.status = o.status
join lines l on l.order_id = o.id
where case s.stock
  when 'none' then l.delivered = 0 and l.released = l.quantity and o.fulfillment_status = 'unfulfilled'
  when 'sold' then l.delivered > 0 and l.returned + l.released < l.quantity and o.fulfillment_status = case
    when l.delivered < l.quantity then 'partially_fulfilled' else 'fulfilled' end
  when 'returning' then o.fulfillment_status = case when l.released + l.returned = l.quantity then 'returned'
    else 'unfulfilled' end
  when 'reserved' then l.delivered = 0 and l.released = 0 and o.fulfillment_status = 'unfulfilled' end is not true;
call internal.install_check('ledger.check_order_status');

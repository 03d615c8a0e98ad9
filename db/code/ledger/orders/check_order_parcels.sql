-- An order has one open parcel at most, and none once it is delivered, cancelled or spam.
create or replace view ledger.check_order_parcels with (security_invoker = true) as
select o.company_id, o.store_id, format('order %s', o.number) as object,
  format('%s, %s open parcels', o.status, p.open) as found,
  case when s.parcel in ('cancelled', 'delivered') then 'no open parcel' else 'one open parcel at most' end
    as expected,
  o.id as order_id
from app.orders o
join app.order_statuses s on s.status = o.status
join (
  select t.order_id, count(*) as open from app.parcels t
  where t.status in ('booked', 'picked_up', 'delivery_failed', 'return_requested')
  group by t.order_id
) p on p.order_id = o.id
where p.open > 1 or s.parcel in ('cancelled', 'delivered');
call internal.install_check('ledger.check_order_parcels');

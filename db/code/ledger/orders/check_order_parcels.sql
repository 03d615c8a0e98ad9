-- An order has one open parcel at most, and none once it is delivered, cancelled or spam; while it is open, a parcel
-- knows its order's status.
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
where p.open > 1 or s.parcel in ('cancelled', 'delivered')
union all
select p.company_id, p.store_id, format('parcel %s of order %s', p.id, o.number),
  format('%s, for the lists of work %s', p.status, coalesce(p.order_status, 'none')),
  coalesce(w.order_status, 'none'), o.id
from app.parcels p
join app.orders o on o.store_id = p.store_id and o.id = p.order_id
cross join lateral (
  select case when p.status in ('booked', 'picked_up', 'delivery_failed', 'return_requested') then o.status end
    as order_status
) w
where (p.status in ('booked', 'picked_up', 'delivery_failed', 'return_requested') or p.order_status is not null)
  and p.order_status is distinct from w.order_status;
call internal.install_check('ledger.check_order_parcels');

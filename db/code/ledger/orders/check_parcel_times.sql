-- A parcel has the times that its status speaks of, and no courier collects more than it was sent for.
create or replace view ledger.check_parcel_times with (security_invoker = true) as
select p.company_id, p.store_id, format('parcel %s of order %s', p.id, o.number) as object,
  format('%s: picked up %s, delivered %s, received %s, cancelled %s; order delivered %s', p.status, p.picked_up_at,
    p.delivered_at, p.received_at, p.cancelled_at, o.delivered_at) as found,
  'the times of its status, and no others' as expected, o.id as order_id
from app.parcels p
join app.orders o on o.store_id = p.store_id and o.id = p.order_id
where (p.status <> 'cancelled' and (p.status = 'booked') <> (p.picked_up_at is null))
  or (p.is_pickup_recorded and p.picked_up_at is null)
  or (p.status = 'delivered' and p.delivered_at is null)
  or (p.delivered_at is not null and (p.status not in ('delivered', 'received') or o.delivered_at is null))
  or (p.status = 'received') <> (p.received_at is not null)
  or (p.status = 'cancelled') <> (p.cancelled_at is not null)
  or p.collected_amount > p.cod_amount;
call internal.install_check('ledger.check_parcel_times');

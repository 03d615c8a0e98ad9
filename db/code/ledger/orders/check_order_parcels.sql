-- An order has one open parcel at most, and none once it is delivered, cancelled or spam. What is to be done with its
-- parcels follows from it, and its outstanding units are where its latest parcel says. Units of an order that is
-- delivered or came back are with a parcel: receiveParcel frees what is stuck without one.
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
  format('%s, work %s', p.status, coalesce(p.work, 'none')), format('work %s', coalesce(w.work, 'none')), o.id
from app.parcels p
join app.orders o on o.store_id = p.store_id and o.id = p.order_id
join app.order_statuses s on s.status = o.status
cross join lateral (
  select case
    when exists (select from app.parcels t where t.store_id = p.store_id and t.order_id = p.order_id
      and (t.created_at, t.id) > (p.created_at, p.id)) then null
    else internal.parcel_work(p, s.stock, (
      select sum(i.quantity - i.delivered_quantity - i.released_quantity) from app.order_items i
      where i.store_id = p.store_id and i.order_id = p.order_id)) end as work
) w
where p.work is distinct from w.work
union all
select o.company_id, o.store_id, format('order %s', o.number),
  format('%s units with the courier, %s coming back', o.with_courier_quantity, o.coming_back_quantity),
  format('%s units with the courier, %s coming back', case w.work when 'with_courier' then l.outstanding else 0 end,
    case w.work when 'coming_back' then l.outstanding else 0 end), o.id
from app.orders o
cross join lateral (
  select sum(i.quantity - i.delivered_quantity - i.released_quantity) as outstanding
  from app.order_items i where i.store_id = o.store_id and i.order_id = o.id
) l
cross join lateral (
  select max(p.work) as work from app.parcels p where p.store_id = o.store_id and p.order_id = o.id
) w
where (o.with_courier_quantity, o.coming_back_quantity) is distinct from (
  case w.work when 'with_courier' then l.outstanding else 0 end,
  case w.work when 'coming_back' then l.outstanding else 0 end)
union all
select o.company_id, o.store_id, format('order %s', o.number),
  format('%s, its parcel %s: %s units stuck', o.status, coalesce(p.status, 'missing'), o.coming_back_quantity),
  'units on a parcel that is not cancelled (receiveParcel frees them)', o.id
from app.orders o
left join lateral (
  select t.status from app.parcels t where t.store_id = o.store_id and t.order_id = o.id
  order by t.created_at desc, t.id desc limit 1
) p on true
join app.order_statuses s on s.status = o.status
where s.stock in ('sold', 'returning') and coalesce(p.status, 'cancelled') = 'cancelled'
  and exists (select from app.order_items i where i.store_id = o.store_id and i.order_id = o.id
    and i.quantity > i.delivered_quantity + i.released_quantity);
call internal.install_check('ledger.check_order_parcels');

-- What the order's latest parcel says against a move, in this order: shipment_cancelled, parcel_not_picked_up, live_parcel.
create or replace function internal.refuse_parcel_conflict(o app.orders, status text) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  p record;
begin
  select t.status, t.picked_up_at, coalesce(c.reports_pickups, false) as reports_pickups into p
    from app.parcels t
    left join app.couriers c on c.id = t.courier_id
    where t.store_id = o.store_id and t.order_id = o.id
    order by t.created_at desc, t.id desc limit 1;
  if refuse_parcel_conflict.status = 'in_transit' and p.status = 'cancelled' then
    perform internal.fail('HT101', 'The parcel of this order was cancelled; book another one.', '{"status": ["shipment_cancelled"]}');
  end if;
  -- A delivered order never comes back this way, whatever its parcel says; the table refuses it.
  if refuse_parcel_conflict.status = 'returned' and o.status <> 'delivered' and p.reports_pickups and p.picked_up_at is null and p.status <> 'cancelled' then
    perform internal.fail('HT101', 'The courier of this order has not reported picking the parcel up.', '{"status": ["parcel_not_picked_up"]}');
  end if;
  if refuse_parcel_conflict.status in ('pending', 'follow_up', 'confirmed', 'processing', 'ready_to_ship', 'hold', 'cancelled', 'spam')
    and (internal.live_parcel(o.id)).id is not null then
    perform internal.fail('HT101', 'The parcel of this order is with a courier or waits for pickup: cancel it before pickup, or have it returned after.', '{"status": ["live_parcel"]}');
  end if;
end
$$;
comment on function internal.refuse_parcel_conflict(app.orders, text) is 'Takes an order and the status it is to have; raises HT101 with fields.status when its parcel stands against it. spec: Order transitions';

-- Gives the parcel of an order that an outside courier still holds or expects, or null.
-- see: guides/orders
--
-- A shipment recorded by hand and a parcel of the store's own rider are never live.
create or replace function internal.live_parcel(order_id uuid) returns app.parcels
language sql stable
begin atomic
  select p.*
  from app.parcels p
  join app.couriers c on c.id = p.courier_id
  where p.order_id = live_parcel.order_id
    and p.status in ('booked', 'picked_up', 'delivery_failed', 'return_requested')
    and not c.is_own_rider
  order by p.created_at desc
  limit 1;
end;
grant execute on function internal.live_parcel(uuid) to haat_api, haat_staff;

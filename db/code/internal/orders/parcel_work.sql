-- Says what is to be done with an open parcel: to_hand_over, with_courier or coming_back.
-- Takes: the status of the parcel, and its order.
--
-- A booked parcel waits for its courier as long as its order is not on the road. What comes back was called back, or
-- its order came back.
create or replace function internal.parcel_work(status text, order_id uuid) returns text
language sql stable
begin atomic
  select case
    when parcel_work.status = 'return_requested' or s.stock in ('returning', 'sold') then 'coming_back'
    when parcel_work.status = 'booked' and not s.is_shipped then 'to_hand_over'
    else 'with_courier' end
  from app.orders o
  join app.order_statuses s on s.status = o.status
  where o.id = parcel_work.order_id;
end;
grant execute on function internal.parcel_work(text, uuid) to haat_gatekeeper, haat_staff;

-- Says what is to be done with an open parcel, by its status and that of its order: to_hand_over, with_courier or
-- coming_back.
--
-- A booked parcel waits for its courier as long as its order is not on the road. What comes back was called back, or
-- its order came back.
create or replace function internal.parcel_works() returns table (work text, parcel_status text, order_status text)
language sql stable rows 50
begin atomic
  select case
      when w.status = 'return_requested' or s.stock in ('returning', 'sold') then 'coming_back'
      when w.status = 'booked' and not s.is_shipped then 'to_hand_over'
      else 'with_courier' end,
    w.status, s.status
  from unnest('{booked,picked_up,delivery_failed,return_requested}'::text[]) as w (status)
  cross join app.order_statuses s;
end;
grant execute on function internal.parcel_works() to haat_gatekeeper;

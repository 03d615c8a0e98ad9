-- Says what is to be done with the latest parcel of an order: to_hand_over, with_courier, coming_back; null: nothing.
-- Takes: the parcel, the state of its order's goods (app.order_statuses.stock) and the units of the order that are
-- neither with the customer nor received back.
--
-- What was not kept, or not delivered at all, comes back until it is received, whatever became of the parcel.
create or replace function internal.parcel_work(parcel app.parcels, stock text, outstanding bigint) returns text
language sql immutable
return case
  when stock in ('sold', 'returning') and outstanding > 0 then 'coming_back'
  when parcel.status not in ('booked', 'picked_up', 'delivery_failed', 'return_requested') then null
  when parcel.picked_up_at is null then 'to_hand_over'
  when parcel.status = 'return_requested' then 'coming_back'
  else 'with_courier' end;
grant execute on function internal.parcel_work(app.parcels, text, bigint) to haat_dba;

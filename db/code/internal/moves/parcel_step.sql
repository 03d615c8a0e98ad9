-- Names what was last stated of a parcel and may be taken back: returned (its order came back undelivered), delivered,
-- return_requested, delivery_failed or picked_up; null: nothing.
-- Takes: the parcel, and the rules of its order's status.
create or replace function internal.parcel_step(parcel app.parcels, rules app.order_statuses) returns text
language sql immutable
return case
  when parcel.status in ('cancelled', 'received') then null
  when rules.stock = 'returning' and parcel.delivered_at is null then 'returned'
  when parcel.status in ('delivered', 'return_requested', 'delivery_failed') then parcel.status
  when parcel.status = 'picked_up' and parcel.is_pickup_recorded then 'picked_up' end;

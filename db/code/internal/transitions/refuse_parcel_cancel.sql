-- Refuses to cancel a parcel whose pickup was recorded, that is over, or whose order came back.
-- Takes: the parcel and its order, as they are under their locks.
-- Raises: HT101 (parcel).
--
-- Where no pickup is reported, a parcel counts as picked up from its booking on; until something more is told of it,
-- the booking may still have been a mistake.
create or replace function internal.refuse_parcel_cancel(parcel app.parcels, order_before app.orders) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if parcel.status not in ('booked', 'picked_up') then
    perform internal.field_error('HT101', 'parcel_id', 'parcelNotCancellable',
      jsonb_build_object('parcelStatus', replace(parcel.status, '_', ' ')));
  elsif parcel.is_pickup_recorded then
    perform internal.field_error('HT101', 'parcel_id', 'parcelPickedUp');
  elsif not (select s.is_open from app.order_statuses s where s.status = order_before.status) then
    perform internal.field_error('HT101', 'parcel_id', 'parcelComesBack',
      jsonb_build_object('orderStatus', order_before.status));
  end if;
end
$$;

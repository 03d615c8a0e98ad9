-- Refuses work on a parcel that waits for its courier.
-- Takes: the locked parcel.
-- Raises: HT101 (parcel_id).
create or replace function internal.refuse_unpicked_parcel(checked app.parcels) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if checked.status = 'booked' then
    perform internal.field_error('HT101', 'parcel_id', 'parcelNotPickedUp.parcel');
  end if;
end
$$;

-- Refuses to cancel a parcel that was picked up or is over.
-- Takes: the parcel, as it is under its lock.
-- Raises: HT101 (parcel).
create or replace function internal.refuse_parcel_cancel(parcel app.parcels) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if parcel.status <> 'booked' or parcel.picked_up_at is not null then
    perform internal.field_error('HT101', 'parcel_id',
      format('is %s: only a parcel that is booked and not picked up can be cancelled',
        replace(parcel.status, '_', ' ')));
  end if;
end
$$;

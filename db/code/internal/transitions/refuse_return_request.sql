-- Refuses to call a parcel back that its courier does not have.
-- Takes: the parcel, as it is under its lock.
-- Raises: HT101 (parcel).
create or replace function internal.refuse_return_request(parcel app.parcels) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  perform internal.refuse_unpicked_parcel(parcel);
  if parcel.status not in ('picked_up', 'delivery_failed') then
    perform internal.field_error('HT101', 'parcel_id', 'parcelNotUnderWay.callBack',
      jsonb_build_object('parcelStatus', replace(parcel.status, '_', ' ')));
  end if;
end
$$;

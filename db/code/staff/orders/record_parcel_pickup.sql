-- Records that the courier has picked the parcel up. An order that is ready_to_ship becomes in_transit. Where no
-- pickup is reported, it may be recorded all the same until the order came back: then an advance pays for the
-- delivery.
-- Needs orders.manage.
-- Raises: HT014 (permission), HT100 (parcel_id), HT101 (parcel), HT103 (status of the order).
create or replace function staff.record_parcel_pickup(parcel_id uuid) returns app.parcels
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform internal.require_permission('orders.manage');
  return internal.record_parcel_pickup(parcel_id);
end
$$;
grant execute on function staff.record_parcel_pickup(uuid) to haat_staff;

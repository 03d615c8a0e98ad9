-- Cancels a parcel whose pickup was not recorded. An order that is in_transit goes back to ready_to_ship. After the
-- pickup, request its return instead. Needs orders.manage.
-- Raises: HT014 (permission), HT100 (parcel_id), HT101 (the parcel was picked up, is over, or its order came back),
-- HT103 (status of the order).
create or replace function staff.cancel_parcel(parcel_id uuid, reason text default null) returns app.parcels
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform internal.require_permission('orders.manage');
  return internal.cancel_parcel(parcel_id, reason);
end
$$;
grant execute on function staff.cancel_parcel(uuid, text) to haat_staff;

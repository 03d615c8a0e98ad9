-- Records that the courier could not deliver. The order becomes failed_delivery. It may be tried again, be delivered
-- later, or come back.
-- Needs orders.manage.
-- Raises: HT014 (permission), HT100 (parcel_id), HT101 (parcel), HT103 (status of the order).
create or replace function staff.record_delivery_failure(parcel_id uuid, reason text default null) returns app.parcels
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform internal.require_permission('orders.manage');
  return internal.record_delivery_failure(parcel_id, reason);
end
$$;
grant execute on function staff.record_delivery_failure(uuid, text) to haat_staff;

-- Requests the return of a parcel that the courier already has.
-- Needs orders.manage.
-- Raises: HT014, HT100, HT101.
create or replace function staff.request_parcel_return(parcel_id uuid, reason text default null) returns app.parcels
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform internal.require_permission('orders.manage');
  return internal.request_parcel_return(parcel_id, reason);
end
$$;
grant execute on function staff.request_parcel_return(uuid, text) to haat_staff;

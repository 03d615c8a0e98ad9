-- Asks a parcel back that the courier already has.
-- Needs orders.manage.
-- Raises: HT014, HT100, HT101.
create or replace function staff.request_parcel_return(parcel_id uuid, reason text default null) returns app.parcels
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  p app.parcels;
begin
  perform internal.require_permission('orders.manage');
  p := internal.lock_parcel(parcel_id);
  perform internal.refuse_unpicked_parcel(p);
  if p.status not in ('booked', 'picked_up', 'delivery_failed') then
    perform internal.field_error('HT101', 'parcel', p.status);
  end if;
  update app.parcels t set status = 'return_requested' where t.id = p.id returning * into p;
  perform internal.add_to_timeline(p.company_id, p.store_id, p.order_id, 'parcel_return_requested', null, null,
    request_parcel_return.reason, jsonb_build_object('parcel_id', p.id));
  perform internal.log_activity(p.store_id, 'parcel.return_requested', 'parcel', p.id, null,
    jsonb_build_object('status', p.status, 'reason', request_parcel_return.reason));
  return p;
end
$$;
grant execute on function staff.request_parcel_return(uuid, text) to haat_staff;

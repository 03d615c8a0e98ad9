-- Requests the return of a parcel that the courier already has.
-- Raises: HT100, HT101.
create or replace function internal.request_parcel_return(parcel_id uuid, reason text default null) returns app.parcels
language plpgsql volatile
set search_path = ''
as $$
declare
  v_parcel app.parcels;
  v_before app.orders;
  v_after app.orders;
begin
  v_parcel := internal.lock_parcel(parcel_id);
  select * into v_before from app.orders o where o.id = v_parcel.order_id;
  perform internal.refuse_return_request(v_parcel);
  update app.parcels t set status = 'return_requested' where t.id = v_parcel.id;
  v_after := internal.recompute_order(v_parcel.order_id);
  perform internal.add_to_timeline(v_parcel.company_id, v_parcel.store_id, v_parcel.order_id,
    'parcel_return_requested', null, null, request_parcel_return.reason,
    jsonb_build_object('parcel_id', v_parcel.id));
  if v_after operator(pg_catalog.*<>) v_before then
    perform internal.publish_order(v_before);
  end if;
  select * into v_parcel from app.parcels t where t.id = v_parcel.id;
  return v_parcel;
end
$$;

-- Records that the courier could not deliver. The order becomes failed_delivery. It may be tried again, be delivered
-- later, or come back.
-- Raises: HT100 (parcel_id), HT101 (parcel), HT103 (status of the order).
create or replace function internal.record_delivery_failure(parcel_id uuid, reason text default null)
  returns app.parcels
language plpgsql volatile
set search_path = ''
as $$
declare
  v_parcel app.parcels;
  v_before app.orders;
begin
  v_parcel := internal.lock_parcel(parcel_id);
  select * into v_before from app.orders o where o.id = v_parcel.order_id;
  perform internal.refuse_delivery_failure(v_parcel, v_before);
  perform internal.transition_order(v_parcel.order_id, 'failed_delivery', record_delivery_failure.reason,
    jsonb_build_object('parcel_id', v_parcel.id), only_by => 'parcel');
  perform internal.publish_order(v_before);
  select * into v_parcel from app.parcels t where t.id = v_parcel.id;
  return v_parcel;
end
$$;

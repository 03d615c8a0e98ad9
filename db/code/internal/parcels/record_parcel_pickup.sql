-- Records that the courier has picked the parcel up. An order that is ready_to_ship becomes in_transit. Where no
-- pickup is reported, it may be recorded all the same until the order came back: then an advance pays for the
-- delivery.
-- Raises: HT100 (parcel_id), HT101 (parcel), HT103 (status of the order).
create or replace function internal.record_parcel_pickup(parcel_id uuid) returns app.parcels
language plpgsql volatile
set search_path = ''
as $$
declare
  v_parcel app.parcels;
  v_before app.orders;
begin
  v_parcel := internal.lock_parcel(parcel_id);
  select * into v_before from app.orders o where o.id = v_parcel.order_id;
  perform internal.refuse_pickup(v_parcel, v_before);
  update app.parcels t set picked_up_at = internal.now(), is_pickup_recorded = true,
    status = case t.status when 'booked' then 'picked_up' else t.status end
    where t.id = v_parcel.id;
  perform internal.add_to_timeline(v_parcel.company_id, v_parcel.store_id, v_parcel.order_id,
    'parcel_picked_up', null, null, null,
    jsonb_build_object('parcel_id', v_parcel.id));
  if v_before.status = 'ready_to_ship' then
    perform internal.transition_order(v_parcel.order_id, 'in_transit', null,
      jsonb_build_object('parcel_id', v_parcel.id), only_by => 'parcel');
    perform internal.publish_order(v_before);
  else
    perform internal.recompute_order(v_parcel.order_id);
  end if;
  select * into v_parcel from app.parcels t where t.id = v_parcel.id;
  return v_parcel;
end
$$;

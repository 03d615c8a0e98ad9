-- Cancels a parcel whose pickup was not recorded. An order that is in_transit goes back to ready_to_ship. After the
-- pickup, request its return instead.
-- Raises: HT100 (parcel_id), HT101 (the parcel was picked up, is over, or its order came back),
-- HT103 (status of the order).
create or replace function internal.cancel_parcel(parcel_id uuid, reason text default null) returns app.parcels
language plpgsql volatile
set search_path = ''
as $$
declare
  v_parcel app.parcels;
  v_before app.orders;
begin
  v_parcel := internal.lock_parcel(parcel_id);
  select * into v_before from app.orders o where o.id = v_parcel.order_id;
  perform internal.refuse_parcel_cancel(v_parcel, v_before);
  update app.parcels t set status = 'cancelled', cancelled_at = internal.now() where t.id = v_parcel.id
    returning * into v_parcel;
  perform internal.add_to_timeline(v_parcel.company_id, v_parcel.store_id, v_parcel.order_id,
    'parcel_cancelled', null, null, cancel_parcel.reason, jsonb_build_object('parcel_id', v_parcel.id));
  if (select s.cash_state = 'with_courier' from app.order_statuses s where s.status = v_before.status) then
    -- The goods never left, so the order waits for its next parcel.
    perform internal.transition_order(v_parcel.order_id, 'ready_to_ship', null,
      jsonb_build_object('parcel_id', v_parcel.id), only_by => 'parcel');
    perform internal.publish_order(v_before);
  else
    perform internal.recompute_order(v_parcel.order_id);
  end if;
  select * into v_parcel from app.parcels t where t.id = v_parcel.id;
  return v_parcel;
end
$$;

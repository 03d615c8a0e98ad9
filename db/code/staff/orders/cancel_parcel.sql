-- Cancels a parcel that was not picked up; an order in_transit goes back to ready_to_ship. After the pickup ask it
-- back instead. Needs orders.manage.
-- Raises: HT014 (permission), HT100 (parcel_id), HT101 (the parcel was picked up or is over), HT103 (status of the
-- order).
create or replace function staff.cancel_parcel(parcel_id uuid, reason text default null) returns app.parcels
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  p app.parcels;
  v_before app.orders;
begin
  perform internal.require_permission('orders.manage');
  p := internal.lock_parcel(parcel_id);
  select * into v_before from app.orders o where o.id = p.order_id;
  if p.status <> 'booked' or p.picked_up_at is not null then
    perform internal.field_error('HT101', 'parcel', case when p.status = 'picked_up' then 'already_picked_up'
      else p.status end);
  end if;
  update app.parcels t set status = 'cancelled', cancelled_at = internal.now() where t.id = p.id returning * into p;
  perform internal.add_to_timeline(p.company_id, p.store_id, p.order_id, 'parcel_cancelled', null, null,
    cancel_parcel.reason, jsonb_build_object('parcel_id', p.id));
  if (select s.cash_state = 'with_courier' from app.order_statuses s where s.status = v_before.status) then
    -- The goods never left, so the order waits for its next parcel.
    perform internal.transition_order(p.order_id, 'ready_to_ship', null, jsonb_build_object('parcel_id', p.id),
      only_by => 'parcel');
    perform internal.publish_order(v_before);
  end if;
  perform internal.log_order_work('parcel.cancelled', 'parcel', p.id, v_before);
  return p;
end
$$;
grant execute on function staff.cancel_parcel(uuid, text) to haat_staff;

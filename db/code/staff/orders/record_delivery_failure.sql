-- The courier could not deliver: the order is failed_delivery, and may be tried again, delivered after all, or come
-- back.
-- Needs orders.manage.
-- Raises: HT014 (permission), HT100 (parcel_id), HT101 (parcel), HT103 (status of the order).
create or replace function staff.record_delivery_failure(parcel_id uuid, reason text default null) returns app.parcels
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
  perform internal.refuse_unpicked_parcel(p);
  if p.status not in ('booked', 'picked_up') then
    perform internal.field_error('HT101', 'parcel', p.status);
  end if;
  perform internal.require_order_status(v_before, internal.find_previous_statuses('failed_delivery'),
    'The delivery of an order that is %s cannot fail.');
  perform internal.transition_order(p.order_id, 'failed_delivery', record_delivery_failure.reason,
    jsonb_build_object('parcel_id', p.id), only_by => 'parcel');
  perform internal.publish_order(v_before);
  select * into p from app.parcels t where t.id = p.id;
  perform internal.log_order_work('parcel.delivery_failed', 'parcel', p.id, v_before);
  return p;
end
$$;
grant execute on function staff.record_delivery_failure(uuid, text) to haat_staff;

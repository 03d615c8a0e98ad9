-- Records that the courier has picked the parcel up. An order that is ready_to_ship becomes in_transit.
-- Needs orders.manage.
-- Raises: HT014 (permission), HT100 (parcel_id), HT101 (parcel), HT103 (status of the order).
create or replace function staff.record_parcel_pickup(parcel_id uuid) returns app.parcels
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_parcel app.parcels;
  v_before app.orders;
  v_rules app.order_statuses;
begin
  perform internal.require_permission('orders.manage');
  v_parcel := internal.lock_parcel(parcel_id);
  select * into v_before from app.orders o where o.id = v_parcel.order_id;
  if v_parcel.picked_up_at is not null
    or v_parcel.status not in ('booked', 'delivery_failed', 'return_requested') then
    perform internal.field_error('HT101', 'parcel', case
      when v_parcel.picked_up_at is not null then 'already_picked_up' else v_parcel.status end);
  end if;
  select * into v_rules from app.order_statuses t where t.status = v_before.status;
  if v_before.status <> 'ready_to_ship' and (v_rules.stock = 'sold' or not v_rules.is_shipped) then
    perform internal.fail('HT103', format('The parcel of an order that is %s cannot be picked up.', v_before.status),
      '{"status": ["must be ready_to_ship or in_transit"]}');
  end if;
  update app.parcels t set picked_up_at = internal.now(), status = case t.status when 'booked' then 'picked_up'
    else t.status end
    where t.id = v_parcel.id returning * into v_parcel;
  perform internal.add_to_timeline(v_parcel.company_id, v_parcel.store_id, v_parcel.order_id,
    'parcel_picked_up', null, null, null,
    jsonb_build_object('parcel_id', v_parcel.id));
  if v_before.status = 'ready_to_ship' then
    perform internal.transition_order(v_parcel.order_id, 'in_transit', null,
      jsonb_build_object('parcel_id', v_parcel.id), only_by => 'parcel');
    perform internal.publish_order(v_before);
  elsif v_rules.stock = 'returning' then
    -- An order that came back keeps the delivery charge of an advance once the courier is known to have had it.
    perform internal.recompute_order_money(v_parcel.order_id);
  end if;
  perform internal.log_order_work('parcel.picked_up', 'parcel', v_parcel.id, v_before);
  return v_parcel;
end
$$;
grant execute on function staff.record_parcel_pickup(uuid) to haat_staff;

-- Refuses a pickup that the state of parcel and order does not allow.
-- Takes: both, as they are under their locks.
-- Raises: HT101 (parcel), HT103 (status of the order).
--
-- Not once the order came back: what the store keeps of an advance is settled by then.
create or replace function internal.refuse_pickup(parcel app.parcels, order_before app.orders) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  v_rules app.order_statuses;
begin
  if parcel.is_pickup_recorded then
    perform internal.field_error('HT101', 'parcel_id', 'pickedUp');
  elsif parcel.status not in ('booked', 'picked_up', 'delivery_failed', 'return_requested') then
    perform internal.field_error('HT101', 'parcel_id', 'notWaiting',
      jsonb_build_object('parcelStatus', replace(parcel.status, '_', ' ')));
  end if;
  select * into v_rules from app.order_statuses t where t.status = order_before.status;
  if order_before.status <> 'ready_to_ship' and not (v_rules.is_open and v_rules.is_shipped) then
    perform internal.fail('HT103', 'pickupOrder', jsonb_build_object('orderStatus', order_before.status),
      fields => '{"status": [{"key": "orderStatusNow", "params": {"words": "ready_to_ship or in_transit"}}]}');
  end if;
end
$$;

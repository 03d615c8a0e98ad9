-- Refuses a delivery that the state of parcel and order does not allow.
-- Takes: both, as they are under their locks, and whether the collected amount is given.
-- Raises: HT101 (parcel), HT103 (status of the order).
create or replace function internal.refuse_delivery(parcel app.parcels, order_before app.orders,
  states_amount boolean) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  perform internal.refuse_unpicked_parcel(parcel);
  -- A delivery that the status route told already may still be given its collected amount, once.
  if parcel.status not in ('picked_up', 'delivery_failed', 'return_requested')
    and not (parcel.status = 'delivered' and parcel.collected_amount is null and states_amount) then
    perform internal.field_error('HT101', 'parcel_id', 'parcelNotUnderWay',
      jsonb_build_object('parcelStatus', replace(parcel.status, '_', ' ')));
  end if;
  if parcel.status <> 'delivered' then
    perform internal.require_order_status(order_before, internal.find_previous_statuses('delivered'),
      'orderStateNow.deliver');
  end if;
end
$$;

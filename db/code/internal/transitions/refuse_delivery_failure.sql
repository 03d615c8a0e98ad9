-- Refuses a failed delivery that the state of parcel and order does not allow.
-- Takes: both, as they are under their locks.
-- Raises: HT101 (parcel), HT103 (status of the order).
create or replace function internal.refuse_delivery_failure(parcel app.parcels, order_before app.orders) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  perform internal.refuse_unpicked_parcel(parcel);
  if parcel.status <> 'picked_up' then
    perform internal.field_error('HT101', 'parcel_id', 'parcelNotUnderWay.fail',
      jsonb_build_object('parcelStatus', replace(parcel.status, '_', ' ')));
  end if;
  perform internal.require_order_status(order_before, internal.find_previous_statuses('failed_delivery'),
    'orderStateNow.fail');
end
$$;

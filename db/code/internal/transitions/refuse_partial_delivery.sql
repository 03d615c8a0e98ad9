-- Refuses a partial delivery that the state of parcel and order does not allow.
-- Takes: both, as they are under their locks.
-- Raises: HT101 (parcel), HT103 (status of the order).
create or replace function internal.refuse_partial_delivery(parcel app.parcels, order_before app.orders) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  perform internal.refuse_unpicked_parcel(parcel);
  if parcel.status not in ('picked_up', 'delivery_failed', 'return_requested', 'delivered') then
    perform internal.field_error('HT101', 'parcel_id', 'partialNot',
      jsonb_build_object('parcelStatus', replace(parcel.status, '_', ' ')));
  elsif parcel.status = 'delivered' and order_before.fulfillment_status <> 'fulfilled' then
    perform internal.field_error('HT101', 'parcel_id', 'partialAgain');
  elsif parcel.written_off_amount > 0 then
    perform internal.field_error('HT101', 'parcel_id', 'writtenOff');
  elsif exists (select from app.returns r where r.store_id = parcel.store_id and r.order_id = parcel.order_id
    and r.status <> 'cancelled') then
    perform internal.field_error('HT101', 'parcel_id', 'partialReturns');
  end if;
  if (select sum(i.quantity) from app.order_items i
    where i.store_id = parcel.store_id and i.order_id = parcel.order_id) < 2 then
    perform internal.field_error('HT101', 'parcel_id', 'partialOne');
  end if;
  if parcel.status <> 'delivered' then
    perform internal.require_order_status(order_before, internal.find_previous_statuses('delivered'),
      'orderStateNow.deliver');
  end if;
end
$$;

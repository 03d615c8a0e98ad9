-- Refuses to receive a parcel from which nothing can come back.
-- Takes: the parcel and its order, as they are under their locks.
-- Raises: HT101 (parcel), HT103 (status of the order).
--
-- What is outstanding may be received, whatever the parcel says: of an order that came back, also from one that was
-- cancelled.
create or replace function internal.refuse_parcel_receipt(parcel app.parcels, order_before app.orders) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  perform internal.refuse_unpicked_parcel(parcel);
  if parcel.work is null and parcel.status in ('cancelled', 'received') then
    perform internal.field_error('HT101', 'parcel_id', 'parcelNothingBack.status',
      jsonb_build_object('parcelStatus', replace(parcel.status, '_', ' ')));
  end if;
  perform internal.require_order_status(order_before,
    array(select t.status from app.order_statuses t where t.is_shipped), 'orderStateNow');
  if parcel.work is null then
    perform internal.field_error('HT101', 'parcel_id', 'parcelNothingBack');
  end if;
end
$$;

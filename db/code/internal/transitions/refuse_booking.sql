-- Refuses a parcel for an order that has an open one, or whose status does not allow it.
-- Takes: the order.
-- Raises: HT101 (parcel), HT103 (status of the order).
create or replace function internal.refuse_booking(order_before app.orders) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if exists (select from app.parcels t where t.order_id = order_before.id
    and t.status in ('booked', 'picked_up', 'delivery_failed', 'return_requested')) then
    perform internal.field_error('HT101', 'order_id', 'parcelUnderWay');
  end if;
  perform internal.require_order_status(order_before, array(select s.status from app.order_statuses s
      where s.status = any (internal.find_previous_statuses('in_transit')) and not s.is_shipped),
    'orderStateNow.book');
end
$$;

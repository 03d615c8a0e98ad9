-- Refuses to edit an order that was handed over or called off, or that a parcel was booked for.
-- Takes: the order (locked, where the answer decides something).
-- Raises: HT103 (status), HT101 (parcel).
-- see: guides/edit-an-order#when-it-may-be-edited
--
-- A parcel of the store's own rider counts too: what it is to collect was fixed when it was booked.
create or replace function internal.refuse_edit(order_before app.orders) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  perform internal.require_order_status(order_before,
    array(select s.status from app.order_statuses s where s.is_open and not s.is_shipped), 'orderStateNow.edit');
  if exists (select from app.parcels p where p.store_id = order_before.store_id and p.order_id = order_before.id
    and p.status in ('booked', 'picked_up', 'delivery_failed', 'return_requested')) then
    perform internal.fail('HT101', 'parcelBooked', fields => '{"status": ["live_parcel"]}');
  end if;
end
$$;

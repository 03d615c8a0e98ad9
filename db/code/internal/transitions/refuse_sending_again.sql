-- Refuses to send an order again that did not come back undelivered, whole and sellable.
-- Takes: the order.
-- Raises: HT103 (status of the order), HT101 (order).
create or replace function internal.refuse_sending_again(order_before app.orders) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  perform internal.require_order_status(order_before,
    array(select s.status from app.order_statuses s where s.stock = 'returning'), 'sendAgainNow');
  if order_before.delivered_at is not null then
    perform internal.field_error('HT101', 'order_id', 'sendAgainDelivered');
  elsif exists (select from app.order_items i where i.store_id = order_before.store_id
    and i.order_id = order_before.id and i.released_quantity < i.quantity) then
    perform internal.field_error('HT101', 'order_id', 'sendAgainUnderWay');
  elsif exists (select from app.order_items i where i.store_id = order_before.store_id
    and i.order_id = order_before.id and i.damaged_quantity > 0) then
    perform internal.field_error('HT101', 'order_id', 'sendAgainDamaged');
  end if;
end
$$;

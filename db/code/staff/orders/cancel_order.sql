-- Cancels an order, if its status allows that. Its stock is released and its coupon may be used again.
-- Needs orders.manage.
-- Raises: HT014 (permission), HT100 (order_id), HT101 (a live parcel), HT103 (status of the order).
create or replace function staff.cancel_order(order_id uuid, reason text default null, note text default null)
  returns app.orders
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_order app.orders;
begin
  perform internal.require_permission('orders.manage');
  perform internal.change_order_status(cancel_order.order_id, 'cancelled', cancel_order.note, cancel_order.reason);
  select * into v_order from app.orders t where t.id = cancel_order.order_id;
  return internal.readable_orders(v_order);
end
$$;
grant execute on function staff.cancel_order(uuid, text, text) to haat_staff;

-- Cancels an order, if its status allows that. Its stock is released and its coupon may be used again.
-- Needs orders.manage.
-- Raises: HT014 (permission), HT100 (order_id), HT101 (a live parcel), HT103 (status of the order).
create or replace function staff.cancel_order(order_id uuid, reason text default null, note text default null)
  returns app.orders
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_before text;
  v_order app.orders;
begin
  perform internal.require_permission('orders.manage');
  v_before := (internal.lock_order(cancel_order.order_id)).status;
  perform internal.change_order_status(cancel_order.order_id, 'cancelled', cancel_order.note, cancel_order.reason);
  select * into v_order from app.orders t where t.id = cancel_order.order_id;
  perform internal.log_activity(v_order.store_id, 'order.cancelled', 'order', v_order.id,
    jsonb_build_object('status', v_before),
    jsonb_build_object('status', v_order.status, 'reason', cancel_order.reason));
  return internal.readable_orders(v_order);
end
$$;
grant execute on function staff.cancel_order(uuid, text, text) to haat_staff;

-- Sends an order again that came back undelivered: it becomes ready_to_ship, its stock is reserved again, and it
-- waits for its next parcel. Not once goods of it came back damaged. Needs orders.manage.
-- Raises: HT014 (permission), HT100 (order_id), HT103 (status of the order), HT101 (goods still to come back, damaged
-- or delivered), HT102 (stock), HT008.
create or replace function staff.send_again(order_id uuid, note text default null) returns app.orders
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_before app.orders;
  v_order app.orders;
begin
  perform internal.require_permission('orders.manage');
  v_before := internal.lock_order(send_again.order_id);
  perform internal.refuse_sending_again(v_before);
  v_order := internal.transition_order(v_before.id, 'ready_to_ship', send_again.note, only_by => 'parcel');
  perform internal.publish_order(v_before);
  return internal.readable_orders(v_order);
end
$$;
grant execute on function staff.send_again(uuid, text) to haat_staff;

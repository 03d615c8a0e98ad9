-- Orders again what a cancelled or spam order held, at the agreed prices: a new order, which the old one names. Stock
-- and coupon are judged anew.
-- Needs orders.manage.
-- Takes: order_id, a coupon code in place of the order's.
-- Raises: HT014 (permission), HT100 (order_id), HT103 (status), HT101 (ordered again already, references), HT011
-- (plan's orders of the month), HT008 (coupon), HT102 (stock). Not HT104: nothing is paid.
create or replace function staff.reorder_order(body jsonb) returns app.orders
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_before app.orders;
  v_order app.orders;
  v_document json;
begin
  perform internal.require_permission('orders.manage');
  v_before := internal.lock_for_reorder((body ->> 'order_id')::uuid);
  v_document := internal.create_order(v_before.company_id, v_before.store_id, 'staff',
    internal.reorder_input(v_before, body));
  perform internal.end_reorder(v_before, v_document);
  select * into v_order from app.orders t where t.id = (v_document ->> 'id')::uuid;
  return internal.readable_orders(v_order);
end
$$;
grant execute on function staff.reorder_order(jsonb) to haat_staff;

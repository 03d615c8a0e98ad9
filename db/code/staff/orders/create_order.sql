-- Creates an order for a customer on the phone, by the same rules as the API: it reserves stock, redeems the coupon
-- and adds up the money.
-- Needs orders.manage, and payments.manage with a payment.
-- Takes: the order as POST /orders describes it.
-- Raises: HT014 (permission), HT100 (store_id), HT008 (customer, items, coupon), HT101 (references), HT011
-- (plan's orders of the month), HT102 (stock), HT104 (transaction id of the payment), HT101 (the same a moment
-- ago).
create or replace function staff.create_order(body jsonb) returns app.orders
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := body ->> 'store_id';
  v_order app.orders;
  v_order_id uuid;
begin
  perform internal.require_permission('orders.manage');
  if jsonb_typeof(body -> 'payment') = 'object' then
    perform internal.require_permission('payments.manage');
  end if;
  perform internal.require_store(v_store_id);
  perform internal.refuse_duplicate('create_order', body);
  v_order_id := (internal.create_order(internal.current_company_id(), v_store_id, 'staff', body) ->> 'id')::uuid;
  select * into v_order from app.orders t where t.id = v_order_id;
  return internal.readable_orders(v_order);
end
$$;
grant execute on function staff.create_order(jsonb) to haat_staff;

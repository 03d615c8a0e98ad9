-- Creates an order for a customer on the phone, by the same rules as the API: it reserves stock, redeems the coupon
-- and adds up the money.
-- Needs orders.manage, and payments.manage with a payment.
-- Raises: HT014 (permission), HT100 (store_id), HT008 (customer, items, coupon), HT101 (references), HT011
-- (plan's orders of the month), HT102 (stock), HT104 (transaction id of the payment), HT101 (the same a moment
-- ago).
create or replace function staff.create_order(store_id uuid, items staff.order_line[], customer_id uuid default null,
  customer staff.new_customer default null, channel text default null, location_id uuid default null,
  shipping_address json default null, shipping_charge numeric default 0, tax_amount numeric default 0,
  coupon_code text default null, note text default null, payment staff.upfront_payment default null) returns app.orders
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_order app.orders;
  v_order_id uuid;
begin
  perform internal.require_permission('orders.manage');
  -- "is not null" would ask whether every field of it is given.
  if create_order.payment is distinct from null then
    perform internal.require_permission('payments.manage');
  end if;
  perform internal.require_store(create_order.store_id);
  perform internal.refuse_duplicate('create_order',
    jsonb_build_array(create_order.store_id, items, customer_id, customer, channel, location_id,
    shipping_address, shipping_charge, tax_amount, coupon_code, note, payment));
  perform internal.check_order_input(items, create_order.shipping_charge, create_order.tax_amount);
  if (create_order.customer_id is null) = (create_order.customer is null) then
    perform internal.field_error('HT008', 'customer', 'badLine.customer');
  elsif create_order.shipping_address is not null and json_typeof(create_order.shipping_address) <> 'object' then
    perform internal.field_error('HT008', 'shipping_address', 'customFields.object');
  elsif not pg_input_is_valid(create_order.shipping_address::text, 'jsonb') then
    perform internal.field_error('HT008', 'shipping_address', 'notAllowed.unstorable');
  end if;
  v_order_id := (internal.create_order(internal.current_company_id(), create_order.store_id, 'staff',
    jsonb_strip_nulls(jsonb_build_object(
    'items', to_jsonb(items), 'customer_id', create_order.customer_id, 'customer', to_jsonb(create_order.customer),
      'channel', create_order.channel,
    'location_id', create_order.location_id, 'shipping_charge', create_order.shipping_charge, 'tax_amount',
      create_order.tax_amount,
    'coupon_code', create_order.coupon_code, 'note', create_order.note, 'payment', to_jsonb(create_order.payment)))
    -- Free-form: kept as it was sent, its nulls too.
    || case when create_order.shipping_address is null then '{}'
      else jsonb_build_object('shipping_address', create_order.shipping_address::text) end) ->> 'id')::uuid;
  select * into v_order from app.orders t where t.id = v_order_id;
  perform internal.log_activity(v_order.store_id, 'order.created', 'order', v_order.id, null,
    jsonb_build_object('number', v_order.number, 'total_amount', v_order.total_amount::text,
      'paid_amount', v_order.paid_amount::text));
  return internal.readable_orders(v_order);
end
$$;
grant execute on function staff.create_order(uuid, staff.order_line[], uuid, staff.new_customer, text, uuid, json,
  numeric, numeric, text, text, staff.upfront_payment) to haat_staff;

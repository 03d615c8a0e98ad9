-- Edits an order that was not handed over yet, by the same rules as the API: its lines, coupon, charges, customer,
-- address, location, channel, custom fields, tags and note. What is not given stays, fields of the address
-- too, and an empty text clears.
-- Needs orders.manage.
-- Takes: order_id, the changes of its lines, what else is to change, why, expected_updated_at.
-- Raises: HT014 (permission), HT100 (order_id), HT101 (expected_updated_at), HT103 (status), HT101 (parcel,
-- references), HT008 (changes, customer, coupon), HT102 (stock).
create or replace function staff.edit_order(body jsonb) returns app.orders
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_before app.orders;
  v_order app.orders;
begin
  perform internal.require_permission('orders.manage');
  v_before := internal.lock_order((body ->> 'order_id')::uuid);
  perform internal.refuse_outdated((body ->> 'expected_updated_at')::timestamptz, v_before.updated_at, v_before.id);
  body := internal.with_kept_address(v_before.shipping_address, body);
  perform internal.edit_order(v_before.id, internal.cleared_note(body));
  select * into v_order from app.orders t where t.id = v_before.id;
  return internal.readable_orders(v_order);
end
$$;
grant execute on function staff.edit_order(jsonb) to haat_staff;

-- Records a call to the customer of an order, and what came of it. When to call again becomes the call-back of the
-- order. The status stays as it is.
-- Needs orders.manage.
-- Takes: order_id, outcome, note, next_call_at, expected_updated_at.
-- Raises: HT014 (permission), HT100 (order_id), HT101 (expected_updated_at, the same a moment ago).
create or replace function staff.record_call(body jsonb) returns app.orders
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_before app.orders;
  v_order app.orders;
begin
  perform internal.require_permission('orders.manage');
  v_before := internal.lock_order((body ->> 'order_id')::uuid);
  perform internal.refuse_duplicate('record_call', body);
  perform internal.refuse_outdated((body ->> 'expected_updated_at')::timestamptz, v_before.updated_at, v_before.id);
  perform internal.record_call(v_before, body ->> 'outcome', body ->> 'note',
    (body ->> 'next_call_at')::timestamptz);
  select * into v_order from app.orders t where t.id = v_before.id;
  return internal.readable_orders(v_order);
end
$$;
grant execute on function staff.record_call(jsonb) to haat_staff;

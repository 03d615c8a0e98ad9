-- Changes the status of an order, by the same transitions as the API (order_transitions). The note is kept in its
-- timeline.
-- Needs orders.manage.
-- Raises: HT014 (permission), HT100 (order_id), HT101 (expected_updated_at), HT008 (status), HT101 (parcel), HT103
-- (not allowed from this status), HT102 (stock).
create or replace function staff.change_order_status(order_id uuid, status text, note text default null,
  expected_updated_at timestamptz default null) returns app.orders
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_before app.orders;
begin
  perform internal.require_permission('orders.manage');
  v_before := internal.lock_order(change_order_status.order_id);
  perform internal.refuse_outdated(change_order_status.expected_updated_at, v_before.updated_at, v_before.id);
  return internal.readable_orders(internal.change_order_status(change_order_status.order_id,
    change_order_status.status, change_order_status.note));
end
$$;
grant execute on function staff.change_order_status(uuid, text, text, timestamptz) to haat_staff;

-- Whether the order may be ordered again: it was called off, and no order that still stands took its place; and by who
-- asks.
-- Raises: nothing.
create or replace function staff.orders_may_be_reordered("order" app.orders) returns boolean
language sql stable security definer
set search_path = ''
begin atomic
  select p.reason is null
  from internal.find_transition_problem("order", 'orders.manage', 'reorder_order', null, null, null) p;
end;
grant execute on function staff.orders_may_be_reordered(app.orders) to haat_staff;

-- Whether the order may be edited now, by its status and its parcels, and by who asks.
-- Raises: nothing.
create or replace function staff.orders_is_editable("order" app.orders) returns boolean
language sql stable security definer
set search_path = ''
begin atomic
  select p.reason is null
  from internal.find_transition_problem("order", 'orders.manage', 'edit_order', null, null, null) p;
end;
grant execute on function staff.orders_is_editable(app.orders) to haat_staff;

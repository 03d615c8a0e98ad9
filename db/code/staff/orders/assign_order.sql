-- Assigns an order to a staff member, or takes the assignment away without staff_id.
-- Needs orders.manage.
-- Raises: HT014, HT100, HT101.
create or replace function staff.assign_order(order_id uuid, staff_id uuid default null) returns app.orders
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_order app.orders;
  v_before app.orders;
  v_name text;
begin
  perform internal.require_permission('orders.manage');
  v_before := internal.lock_order(order_id);
  if staff_id is not null then
    select s.full_name into v_name from app.staff s where s.id = assign_order.staff_id and s.status = 'active';
    if v_name is null then
      perform internal.field_error('HT101', 'staff_id', 'colleagueGone');
    end if;
  end if;
  update app.orders t set assignee_id = assign_order.staff_id where t.id = v_before.id returning * into v_order;
  perform internal.add_to_timeline(v_order.company_id, v_order.store_id, v_order.id,
    'assigned', null, null, null,
    jsonb_build_object('staff_id', assign_order.staff_id, 'name', v_name));
  perform internal.publish_order(v_before);
  return internal.readable_orders(v_order);
end
$$;
grant execute on function staff.assign_order(uuid, uuid) to haat_staff;

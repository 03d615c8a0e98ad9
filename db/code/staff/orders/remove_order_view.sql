-- Removes a saved view of the list of orders, for everybody. Needs orders.manage.
-- Raises: HT014 (permission), HT100 (order_view_id).
create or replace function staff.remove_order_view(order_view_id uuid) returns app.order_views
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_view app.order_views;
begin
  perform internal.require_permission('orders.manage');
  delete from app.order_views t where t.id = remove_order_view.order_view_id returning * into v_view;
  if v_view.id is null then
    perform internal.field_error('HT100', 'order_view_id', 'gone.there', '{"thing": "view"}');
  end if;
  return v_view;
end
$$;
grant execute on function staff.remove_order_view(uuid) to haat_staff;

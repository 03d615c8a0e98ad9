-- Sets the custom fields of an order: a flat object of texts, numbers and true or false, in place of the one before.
-- Null, or an empty one, removes them.
-- Needs orders.manage.
-- Raises: HT014 (permission), HT100 (order_id).
create or replace function staff.set_order_custom_fields(order_id uuid, custom_fields jsonb default null)
  returns app.orders
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_fields constant jsonb := nullif(nullif(set_order_custom_fields.custom_fields, 'null'), '{}');
  v_before app.orders;
  v_order app.orders;
begin
  perform internal.require_permission('orders.manage');
  v_before := internal.lock_order(set_order_custom_fields.order_id);
  if v_fields is not distinct from v_before.custom_fields then
    return internal.readable_orders(v_before);
  end if;
  update app.orders t set custom_fields = v_fields where t.id = v_before.id returning * into v_order;
  perform internal.add_to_timeline(v_order.company_id, v_order.store_id, v_order.id, 'updated', null, null, null,
    jsonb_build_object('custom_fields', jsonb_build_array(v_before.custom_fields, v_fields)));
  perform internal.publish_order(v_before);
  return internal.readable_orders(v_order);
end
$$;
grant execute on function staff.set_order_custom_fields(uuid, jsonb) to haat_staff;

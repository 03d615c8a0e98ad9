-- Changes what PATCH /orders/{id} changes of an order: its note, its tags and the call-back to its customer. What is
-- not given stays. An empty text clears it, and clear_follow_up removes the call-back.
-- Needs orders.manage.
-- Takes: order_id, the changes, clear_follow_up, add_tags and remove_tags in place of all tags, expected_updated_at.
-- Raises: HT014 (permission), HT100 (order_id), HT101 (expected_updated_at), HT008 (add_tags).
create or replace function staff.update_order(body jsonb) returns app.orders
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_changes constant jsonb := internal.without_blanks(body
      - '{order_id,clear_follow_up,add_tags,remove_tags,expected_updated_at}'::text[])
    || case when (body ->> 'clear_follow_up')::boolean then '{"follow_up_at": null}' else '{}' end::jsonb;
  v_before app.orders;
  v_order app.orders;
begin
  perform internal.require_permission('orders.manage');
  v_before := internal.lock_order((body ->> 'order_id')::uuid);
  perform internal.refuse_outdated((body ->> 'expected_updated_at')::timestamptz, v_before.updated_at, v_before.id);
  perform api.update_order(v_changes || internal.changed_tags(body, v_before.tags)
    || jsonb_build_object('id', v_before.id, 'store_id', v_before.store_id));
  select * into v_order from app.orders t where t.id = v_before.id;
  return internal.readable_orders(v_order);
end
$$;
grant execute on function staff.update_order(jsonb) to haat_staff;

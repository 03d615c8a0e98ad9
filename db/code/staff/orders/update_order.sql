-- Changes the note of an order and the call-back to its customer. What is not given stays. An empty text clears it,
-- and clear_follow_up removes the call-back.
-- Needs orders.manage.
-- Raises: HT014 (permission), HT100 (order_id), HT101 (expected_updated_at).
create or replace function staff.update_order(order_id uuid, note text default null,
  follow_up_at timestamptz default null, follow_up_note text default null, clear_follow_up boolean default false,
  expected_updated_at timestamptz default null) returns app.orders
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_before app.orders;
  v_order app.orders;
begin
  perform internal.require_permission('orders.manage');
  v_before := internal.lock_order(update_order.order_id);
  perform internal.refuse_outdated(update_order.expected_updated_at, v_before.updated_at, v_before.id);
  perform api.update_order(jsonb_build_object('id', v_before.id, 'store_id', v_before.store_id)
    || case when update_order.note is not null then jsonb_build_object('note', nullif(btrim(update_order.note), ''))
      else '{}' end
    || case when update_order.follow_up_note is not null
      then jsonb_build_object('follow_up_note', nullif(btrim(update_order.follow_up_note), '')) else '{}' end
    || case when update_order.clear_follow_up then '{"follow_up_at": null}'
            when update_order.follow_up_at is not null then jsonb_build_object('follow_up_at',
              update_order.follow_up_at) else '{}' end);
  select * into v_order from app.orders t where t.id = v_before.id;
  perform internal.log_activity(v_before.store_id, 'order.updated', 'order', v_before.id,
    jsonb_build_object('note', v_before.note, 'follow_up_at', v_before.follow_up_at,
      'follow_up_note', v_before.follow_up_note),
    jsonb_build_object('note', v_order.note, 'follow_up_at', v_order.follow_up_at,
      'follow_up_note', v_order.follow_up_note));
  return internal.readable_orders(v_order);
end
$$;
grant execute on function staff.update_order(uuid, text, timestamptz, text, boolean, timestamptz) to haat_staff;

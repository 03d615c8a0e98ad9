-- Writes an order's note and when its customer is to be called back; what is left out stays, an empty text clears,
-- clear_follow_up takes the call-back away.
-- Needs orders.manage.
-- Raises: HT014 (permission), HT100 (order_id).
create or replace function staff.update_order(order_id uuid, note text default null,
  follow_up_at timestamptz default null, follow_up_note text default null, clear_follow_up boolean default false)
  returns app.orders
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  o app.orders;
  r app.orders;
begin
  perform internal.require_permission('orders.manage');
  o := internal.lock_order(update_order.order_id);
  perform api.update_order(jsonb_build_object('id', o.id, 'store_id', o.store_id)
    || case when update_order.note is not null then jsonb_build_object('note', nullif(btrim(update_order.note), ''))
      else '{}' end
    || case when update_order.follow_up_note is not null
      then jsonb_build_object('follow_up_note', nullif(btrim(update_order.follow_up_note), '')) else '{}' end
    || case when update_order.clear_follow_up then '{"follow_up_at": null}'
            when update_order.follow_up_at is not null then jsonb_build_object('follow_up_at',
              update_order.follow_up_at) else '{}' end);
  select * into r from app.orders t where t.id = o.id;
  perform internal.log_activity(o.store_id, 'order.updated', 'order', o.id,
    jsonb_build_object('note', o.note, 'follow_up_at', o.follow_up_at, 'follow_up_note', o.follow_up_note),
    jsonb_build_object('note', r.note, 'follow_up_at', r.follow_up_at, 'follow_up_note', r.follow_up_note));
  return r;
end
$$;
grant execute on function staff.update_order(uuid, text, timestamptz, text, boolean) to haat_staff;

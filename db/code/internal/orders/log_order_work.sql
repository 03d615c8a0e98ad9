-- Takes: what staff did around an order (parcel.booked), to which object, and the order as it was before.
-- Writes the activity log with the order's status and money before and after.
create or replace function internal.log_order_work(action text, object_type text, object_id uuid, before app.orders) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  o app.orders;
begin
  select * into o from app.orders t where t.id = before.id;
  perform internal.log_activity(o.store_id, log_order_work.action, log_order_work.object_type, log_order_work.object_id,
    jsonb_build_object('order', before.number, 'status', before.status, 'fulfillment_status', before.fulfillment_status, 'assignee_id', before.assignee_id,
      'paid_amount', before.paid_amount::text, 'refunded_amount', before.refunded_amount::text, 'due_amount', before.due_amount::text),
    jsonb_build_object('order', o.number, 'status', o.status, 'fulfillment_status', o.fulfillment_status, 'assignee_id', o.assignee_id,
      'paid_amount', o.paid_amount::text, 'refunded_amount', o.refunded_amount::text, 'due_amount', o.due_amount::text));
end
$$;

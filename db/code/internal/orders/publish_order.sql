-- Takes: the order as it was before and order.updated or order.cancelled.
-- Writes the event, previous holding every field among status, payment_status, fulfillment_status, due_amount,
-- follow_up_at that changed.
-- decisions: 11
--
-- Called once, after all that a request does to an order, with the order as it was found.
create or replace function internal.publish_order(before app.orders, type text default 'order.updated') returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  o app.orders;
  v_previous jsonb;
begin
  select * into o from app.orders t where t.id = before.id;
  v_previous := jsonb_strip_nulls(jsonb_build_object(
      'status', case when o.status <> before.status then before.status end,
      'payment_status', case when o.payment_status <> before.payment_status then before.payment_status end,
      'fulfillment_status', case when o.fulfillment_status <> before.fulfillment_status then before.fulfillment_status end,
      'due_amount', case when o.due_amount <> before.due_amount then before.due_amount::text end))
    -- This one may have been null before.
    || case when o.follow_up_at is distinct from before.follow_up_at then jsonb_build_object('follow_up_at', internal.timestamp_text(before.follow_up_at)) else '{}' end;
  perform internal.emit_event(o.store_id, publish_order.type, o.id, (select d.document from internal.order_documents(array[o.id], true, true) d), nullif(v_previous, '{}'));
end
$$;

-- Writes the event of a changed order; its previous holds what changed of status, payment_status, fulfillment_status,
-- due_amount and follow_up_at.
-- Takes: the order as it was before, order.updated or order.cancelled, and what else changed, as it was.
-- see: guides/webhooks
--
-- Called once, after all that a request does to the order.
create or replace function internal.publish_order(before app.orders, type text default 'order.updated',
  others jsonb default '{}') returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_after app.orders;
  v_document json;
  v_previous jsonb;
begin
  select * into v_after from app.orders o where o.id = before.id;
  v_previous := jsonb_strip_nulls(jsonb_build_object(
    'status', case when v_after.status <> before.status then before.status end,
    'payment_status', case when v_after.payment_status <> before.payment_status then before.payment_status end,
    'fulfillment_status', case
      when v_after.fulfillment_status <> before.fulfillment_status then before.fulfillment_status end,
    'due_amount', case when v_after.due_amount <> before.due_amount then before.due_amount::text end));
  -- This one is kept when it was null: null is a value of it.
  if v_after.follow_up_at is distinct from before.follow_up_at then
    v_previous := v_previous || jsonb_build_object('follow_up_at', internal.timestamp_text(before.follow_up_at));
  end if;
  select d.document into v_document
    from internal.order_documents(array[v_after.id], expand_customer => true, expand_items => true) d;
  perform internal.emit_event(
    v_after.store_id, publish_order.type, v_after.id, v_document, nullif(others || v_previous, '{}'));
end
$$;

-- Writes the events of a new order: order.created, and payment.recorded when it came with a payment. Tells the devices
-- of staff.
-- Takes: the order, and whether it came with a payment.
-- Gives: the order with customer and items, as the API shows it.
-- see: guides/webhooks
create or replace function internal.publish_new_order(new_order app.orders, is_paid boolean) returns json
language plpgsql volatile
set search_path = ''
as $$
declare
  v_document json;
begin
  select d.document into v_document
    from internal.order_documents(array[new_order.id], expand_customer => true, expand_items => true) d;
  perform internal.emit_event(new_order.store_id, 'order.created', new_order.id, v_document);
  perform internal.tell_of_new_order(new_order);
  if is_paid then
    perform internal.publish_payment(p.id, 'payment.recorded')
      from app.payments p
      where p.store_id = new_order.store_id and p.order_id = new_order.id;
  end if;
  return v_document;
end
$$;

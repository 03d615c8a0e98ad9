-- Writes the event of a payment.
-- Takes: the payment, and payment.recorded, payment.refunded or payment.voided.
-- Gives: the payment as the API shows it.
-- see: guides/webhooks
create or replace function internal.publish_payment(payment_id uuid, type text) returns json
language plpgsql volatile
set search_path = ''
as $$
declare
  v_payment app.payments;
  v_document json;
begin
  select * into v_payment from app.payments t where t.id = publish_payment.payment_id;
  select d.document into v_document from internal.payment_documents(array[v_payment.id]) d;
  perform internal.emit_event(v_payment.store_id, publish_payment.type, v_payment.id, v_document);
  return v_document;
end
$$;

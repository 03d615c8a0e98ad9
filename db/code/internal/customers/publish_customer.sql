-- Writes the event of a customer that changed, and gives the customer with its addresses.
-- Takes: the customer, and customer.created or customer.updated.
-- see: guides/webhooks
--
-- Always the same form, for every author of the change: the customer as GET /customers/{id} shows it.
create or replace function internal.publish_customer(customer_id uuid, type text default 'customer.updated')
  returns json
language plpgsql volatile
set search_path = ''
as $$
declare
  v_document constant json := internal.customer_detail(publish_customer.customer_id);
begin
  perform internal.emit_event(
    (v_document ->> 'store_id')::uuid, publish_customer.type, publish_customer.customer_id, v_document);
  return v_document;
end
$$;

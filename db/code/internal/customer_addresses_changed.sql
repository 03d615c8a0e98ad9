create or replace function internal.customer_addresses_changed(store_id uuid, customer_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  -- The addresses are shown in the customer, so the customer has changed: the trigger stamps the time.
  update app.customers t set full_name = t.full_name where t.id = customer_addresses_changed.customer_id;
  perform internal.emit_event(customer_addresses_changed.store_id, 'customer.updated', customer_addresses_changed.customer_id,
    (select d.document from internal.customer_documents(array[customer_addresses_changed.customer_id]) d));
end
$$;
comment on function internal.customer_addresses_changed(uuid, uuid) is 'Takes a customer whose addresses have changed; moves updated_at and emits customer.updated. decisions: 10';

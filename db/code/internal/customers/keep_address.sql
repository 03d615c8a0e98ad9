-- Takes: the customer of a new order, its shipping address and whether the order brought the customer.
-- Saves the address with the customer unless known.
-- Sends customer.created for a new one, customer.updated for one that has a new address.
-- spec: Customer, addresses
--
-- After this a customer that the order brought is complete, and one that it changed has changed: one event, either way.
create or replace function internal.keep_address(customer_id uuid, address json, is_new boolean) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_added constant boolean := internal.add_address(keep_address.customer_id, keep_address.address);
begin
  if is_new then
    perform internal.publish_customer(keep_address.customer_id, 'customer.created');
  elsif v_added then
    perform internal.publish_customer(keep_address.customer_id);
  end if;
end
$$;

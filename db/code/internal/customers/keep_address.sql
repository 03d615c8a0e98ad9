-- Saves the address of a new order with its customer and sends the customer's event.
-- Takes: the customer, the order's shipping address and whether the order created the customer.
-- spec: Customer, addresses
--
-- One event, either way: customer.created for a new customer, which is complete now, customer.updated for a known one
-- that got a new address.
create or replace function internal.keep_address(customer_id uuid, address json, is_new boolean) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_added constant boolean := internal.add_address(keep_address.customer_id, keep_address.address, is_new);
begin
  if is_new then
    perform internal.publish_customer(keep_address.customer_id, 'customer.created');
  elsif v_added then
    perform internal.publish_customer(keep_address.customer_id);
  end if;
end
$$;

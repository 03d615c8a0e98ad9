-- After this a customer that the order brought is complete, and one that it changed has changed: one event, either way.
create or replace function internal.keep_address(customer_id uuid, address jsonb) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_is_new constant boolean := coalesce(nullif(current_setting('haat.new_customer_id', true), '')::uuid = keep_address.customer_id, false);
  v_added constant boolean := internal.add_address(keep_address.customer_id, keep_address.address);
begin
  if v_is_new then
    perform set_config('haat.new_customer_id', '', true);
    perform internal.publish_customer(keep_address.customer_id, 'customer.created');
  elsif v_added then
    perform internal.publish_customer(keep_address.customer_id);
  end if;
end
$$;
comment on function internal.keep_address(uuid, jsonb) is 'Takes the customer of a new order and its shipping address; saves the address with the customer unless known; sends customer.created for one that internal.find_or_create_customer just made, customer.updated for one that has a new address. spec: Customer, addresses';

-- Saves the shipping address of an order with its customer unless it is known, and tells whether it did.
-- Takes: the customer and the address {address_line, city?, area?, postal_code?, recipient_name?, recipient_phone?,
-- label?}; and whether this transaction made the customer: then no other transaction sees it, and it has no address
-- yet.
-- see: reference/customers#get_customer
--
-- A structured shipping address (one with address_line) is kept with the customer, the first as the default, 20 at
-- most. What does not fit the form of a saved address stays with the order alone: no address ever refuses an order.
create or replace function internal.add_address(customer_id uuid, address json, is_new boolean default false)
  returns boolean
language plpgsql volatile
set search_path = ''
as $$
declare
  v_most constant integer := 20;
  v_customer app.customers;
  v_address constant app.customer_addresses := internal.read_address(add_address.address);
begin
  if v_address.address_line is null
    or not is_new and internal.knows_address(add_address.customer_id, v_address) then
    return false;
  end if;
  -- Two orders with the same new address: the second waits here and then knows it.
  select * into v_customer from app.customers t where t.id = add_address.customer_id for no key update;
  if not is_new and (internal.knows_address(v_customer.id, v_address) or v_most <= (
    select count(*) from app.customer_addresses t
    where t.store_id = v_customer.store_id and t.customer_id = v_customer.id
  )) then
    return false;
  end if;
  insert into app.customer_addresses (company_id, store_id, customer_id, label, recipient_name, recipient_phone,
    address_line, city, area, postal_code, is_default)
  values (v_customer.company_id, v_customer.store_id, v_customer.id, v_address.label, v_address.recipient_name,
    v_address.recipient_phone, v_address.address_line, v_address.city, v_address.area, v_address.postal_code,
    not exists (
      select from app.customer_addresses t
      where t.store_id = v_customer.store_id and t.customer_id = v_customer.id and t.is_default));
  return true;
end
$$;

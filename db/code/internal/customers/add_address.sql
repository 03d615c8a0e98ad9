-- Takes: a customer and an order's shipping address {address_line, city?, area?, postal_code?, recipient_name?,
-- recipient_phone?, label?}.
-- Saves it with the customer unless known.
-- Tells whether it did.
-- At most 20 a customer.
-- spec: Customer, addresses
--
-- A structured shipping address (one with address_line) is kept with the customer, the first as the default. What does
-- not fit the form of a saved address stays with the order alone; nothing about an address refuses an order.
create or replace function internal.add_address(customer_id uuid, address json) returns boolean
language plpgsql volatile
set search_path = ''
as $$
declare
  v_most constant integer := 20;
  c app.customers;
  a app.customer_addresses;
begin
  if json_typeof(address -> 'address_line') is distinct from 'string' or exists (
    select from unnest(array['label', 'recipient_name', 'recipient_phone', 'city', 'area', 'postal_code']) as f (name)
    where json_typeof(address -> f.name) not in ('string', 'null')
  ) then
    return false;
  end if;
  a.label := nullif(btrim(address ->> 'label'), '');
  a.recipient_name := nullif(btrim(address ->> 'recipient_name'), '');
  a.recipient_phone := nullif(btrim(address ->> 'recipient_phone'), '');
  a.address_line := btrim(address ->> 'address_line');
  a.city := nullif(btrim(address ->> 'city'), '');
  a.area := nullif(btrim(address ->> 'area'), '');
  a.postal_code := nullif(btrim(address ->> 'postal_code'), '');
  if length(a.address_line) not between 1 and 1000 or length(a.label) > 100 or length(a.recipient_name) > 200 or length(a.recipient_phone) > 50
    or length(a.city) > 200 or length(a.area) > 200 or length(a.postal_code) > 20 or internal.knows_address(add_address.customer_id, a) then
    return false;
  end if;
  -- Two orders with the same new address: the second waits here and then knows it.
  select * into c from app.customers t where t.id = add_address.customer_id for no key update;
  if internal.knows_address(c.id, a) or (select count(*) from app.customer_addresses t where t.store_id = c.store_id and t.customer_id = c.id) >= v_most then
    return false;
  end if;
  insert into app.customer_addresses (company_id, store_id, customer_id, label, recipient_name, recipient_phone, address_line, city, area, postal_code, is_default)
  values (c.company_id, c.store_id, c.id, a.label, a.recipient_name, a.recipient_phone, a.address_line, a.city, a.area, a.postal_code,
    not exists (select from app.customer_addresses t where t.store_id = c.store_id and t.customer_id = c.id and t.is_default));
  return true;
end
$$;

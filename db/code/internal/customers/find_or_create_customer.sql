-- Finds the customer of a new order by phone, or creates one.
-- Takes: the store and {phone, full_name, email}.
-- Gives: the customer, and whether it is new. internal.take_order_customer sends the event.
-- Raises: HT008 (customer.phone, customer.full_name), HT101 (customer.email is taken).
-- see: guides/first-order#3-create-the-order
--
-- The number is the customer. Name and email are for a new customer only: for a known one they are ignored, not
-- checked.
create or replace function internal.find_or_create_customer(company_id uuid, store_id uuid, customer jsonb,
  out customer_id uuid, out is_new boolean)
language plpgsql volatile
set search_path = ''
as $$
declare
  v_phone constant text := internal.require_order_phone(customer);
begin
  is_new := false;
  select c.id into customer_id from app.customers c
    where c.store_id = find_or_create_customer.store_id and c.phone = v_phone
    -- Against an erasure: it waits for this order, or this order finds no customer.
    for key share;
  if customer_id is not null then
    return;
  end if;
  perform internal.check_new_customer(customer);
  begin
    insert into app.customers (company_id, store_id, full_name, email, phone)
    values (find_or_create_customer.company_id, find_or_create_customer.store_id, btrim(customer ->> 'full_name'),
      lower(nullif(btrim(customer ->> 'email'), '')), v_phone)
    on conflict on constraint customers_phone_key do nothing
    returning id into customer_id;
  exception when unique_violation then
    perform internal.check_new_customer(customer, is_email_taken => true);
  end;
  is_new := customer_id is not null;
  if not is_new then
    -- Another order created the same customer a moment ago.
    select c.id into customer_id from app.customers c
      where c.store_id = find_or_create_customer.store_id and c.phone = v_phone
      for key share;
  end if;
end
$$;

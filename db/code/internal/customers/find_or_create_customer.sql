-- Finds the customer of a new order by phone, or creates one.
-- Takes: the store and {phone, full_name, email}.
-- Gives: the customer, and whether it is new. internal.keep_address must follow: it sends the event.
-- Raises: HT008 (customer.phone, customer.full_name), HT101 (customer.email is taken).
-- spec: POST /orders
--
-- The number is the customer. Name and email are for a new customer only: for a known one they are ignored, not
-- checked.
create or replace function internal.find_or_create_customer(company_id uuid, store_id uuid, customer jsonb,
  out customer_id uuid, out is_new boolean)
language plpgsql volatile
set search_path = ''
as $$
declare
  v_phone constant text := internal.canonical_phone(customer ->> 'phone');
begin
  if v_phone is null then
    perform internal.field_error('HT008', 'customer.phone', 'must be a Bangladeshi mobile number');
  end if;
  is_new := false;
  select c.id into customer_id from app.customers c
    where c.store_id = find_or_create_customer.store_id and c.phone = v_phone
    -- Against an erasure: it waits for this order, or this order finds nobody.
    for key share;
  if customer_id is not null then
    return;
  end if;
  if nullif(btrim(customer ->> 'full_name'), '') is null then
    perform internal.field_error('HT008', 'customer.full_name', 'is required: no customer has this phone');
  elsif length(btrim(customer ->> 'full_name')) > 200 then
    perform internal.field_error('HT008', 'customer.full_name', 'must have at most 200 characters');
  end if;
  begin
    insert into app.customers (company_id, store_id, full_name, email, phone)
    values (find_or_create_customer.company_id, find_or_create_customer.store_id, btrim(customer ->> 'full_name'),
      lower(nullif(btrim(customer ->> 'email'), '')), v_phone)
    on conflict on constraint customers_phone_key do nothing
    returning id into customer_id;
  exception when unique_violation then
    perform internal.field_error('HT101', 'customer.email', 'already belongs to another customer');
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

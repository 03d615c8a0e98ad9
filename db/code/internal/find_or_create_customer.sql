-- By phone: the number is the customer. full_name is needed only for somebody new and ignored otherwise.
create or replace function internal.find_or_create_customer(company_id uuid, store_id uuid, customer jsonb) returns uuid
language plpgsql volatile
set search_path = ''
as $$
declare
  v_phone constant text := internal.canonical_phone(customer ->> 'phone');
  v_id uuid;
begin
  if v_phone is null then
    perform internal.field_error('HT008', 'customer.phone', 'must be a Bangladeshi mobile number');
  end if;
  select c.id into v_id from app.customers c where c.store_id = find_or_create_customer.store_id and c.phone = v_phone;
  if v_id is not null then
    return v_id;
  end if;
  if nullif(btrim(customer ->> 'full_name'), '') is null then
    perform internal.field_error('HT008', 'customer.full_name', 'is required: no customer has this phone');
  end if;
  insert into app.customers (company_id, store_id, full_name, email, phone)
  values (find_or_create_customer.company_id, find_or_create_customer.store_id, btrim(customer ->> 'full_name'), lower(nullif(btrim(customer ->> 'email'), '')), v_phone)
  on conflict on constraint customers_phone_key do nothing
  returning id into v_id;
  if v_id is null then
    -- Another order created the same customer a moment ago.
    select c.id into v_id from app.customers c where c.store_id = find_or_create_customer.store_id and c.phone = v_phone;
    return v_id;
  end if;
  -- Told once, with the order's address: internal.keep_address does.
  perform set_config('haat.new_customer_id', v_id::text, true);
  return v_id;
end
$$;
comment on function internal.find_or_create_customer(uuid, uuid, jsonb) is 'Takes a store and {phone, full_name, email}; gives the customer with that phone, created when there was none; internal.keep_address must follow, which tells of it. Raises HT008 (customer.phone, customer.full_name); a taken email is a unique violation. spec: POST /orders';

-- By phone: the number is the customer. Name and e-mail are for somebody new only: of a known customer they are ignored,
-- not checked.
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
  elsif length(btrim(customer ->> 'full_name')) > 200 then
    perform internal.field_error('HT008', 'customer.full_name', 'must have at most 200 characters');
  end if;
  begin
    insert into app.customers (company_id, store_id, full_name, email, phone)
    values (find_or_create_customer.company_id, find_or_create_customer.store_id, btrim(customer ->> 'full_name'),
      lower(nullif(btrim(customer ->> 'email'), '')), v_phone)
    on conflict on constraint customers_phone_key do nothing
    returning id into v_id;
  exception when unique_violation then
    perform internal.field_error('HT101', 'customer.email', 'is the address of another customer');
  end;
  if v_id is null then
    -- Another order created the same customer a moment ago.
    select c.id into v_id from app.customers c where c.store_id = find_or_create_customer.store_id and c.phone = v_phone;
    return v_id;
  end if;
  perform internal.emit_event(find_or_create_customer.store_id, 'customer.created', v_id, (select d.document from internal.customer_documents(array[v_id]) d));
  return v_id;
end
$$;
comment on function internal.find_or_create_customer(uuid, uuid, jsonb) is 'Takes a store and {phone, full_name, email}; gives the customer with that phone, created when there was none. Raises HT008 (customer.phone, customer.full_name), HT101 (customer.email is taken). spec: POST /orders';

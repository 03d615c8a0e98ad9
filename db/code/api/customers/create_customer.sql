-- Creates a customer (POST /customers).
-- Takes: full_name, phone in any spelling, email, status, gender.
-- Gives: the customer with its addresses.
-- Raises: HT008, HT100 (store_id); HT008 (phone); 23505 (phone, email).
create or replace function api.create_customer(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_writing(input);
  v_phone constant text := internal.canonical_phone(input ->> 'phone');
  v_id uuid;
begin
  if input ->> 'phone' is not null and v_phone is null then
    perform internal.field_error('HT008', 'phone', 'phone');
  end if;
  insert into app.customers (company_id, store_id, full_name, email, phone, status, gender)
  values (internal.current_company_id(), v_store_id, btrim(input ->> 'full_name'), lower(input ->> 'email'), v_phone,
    coalesce(input ->> 'status', 'active'), input ->> 'gender')
  returning id into v_id;
  return internal.publish_customer(v_id, 'customer.created');
end
$$;
grant execute on function api.create_customer(jsonb) to haat_api;

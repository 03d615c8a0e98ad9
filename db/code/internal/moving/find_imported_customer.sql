-- Finds the customer that a line of an import is about: by phone where the line has one, else by email.
-- Takes: the store and {phone?, email?}.
-- Gives: the customer, null when it would be new; and, by field, what speaks against it.
create or replace function internal.find_imported_customer(store_id uuid, input jsonb, out customer_id uuid,
  out problems jsonb)
language plpgsql stable
set search_path = ''
as $$
declare
  v_phone constant text := internal.canonical_phone(input ->> 'phone');
  v_email constant text := lower(input ->> 'email');
  v_of_email uuid;
begin
  if input ->> 'phone' is not null and v_phone is null then
    problems := '{"phone": ["must be a Bangladeshi mobile number"]}';
    return;
  end if;
  select c.id into customer_id from app.customers c
    where c.store_id = find_imported_customer.store_id and c.phone = v_phone;
  select c.id into v_of_email from app.customers c
    where c.store_id = find_imported_customer.store_id and c.email = v_email;
  if v_phone is null then
    customer_id := v_of_email;
  elsif v_of_email is distinct from customer_id and v_of_email is not null then
    problems := '{"email": ["belongs to another customer"]}';
  end if;
end
$$;

-- Finds the customer that a line of an import is about: by phone where the line has one, else by email.
-- Takes: the store, {phone?, email?}, and what is planned before (see internal.plan_orders).
-- Gives: the customer, null when it would be new; and, by field, what speaks against it.
create or replace function internal.find_imported_customer(store_id uuid, input jsonb, taken jsonb default '{}',
  out customer_id uuid, out problems jsonb)
language plpgsql stable
set search_path = ''
as $$
declare
  v_phone constant text := internal.canonical_phone(input ->> 'phone');
  v_of_email uuid;
begin
  if input ->> 'phone' is not null and v_phone is null then
    problems := '{"phone": [{"key": "phone"}]}';
    return;
  end if;
  v_of_email := internal.find_planned_customer(find_imported_customer.store_id, null, input ->> 'email', taken);
  if v_phone is null then
    customer_id := v_of_email;
    return;
  end if;
  customer_id := internal.find_planned_customer(find_imported_customer.store_id, v_phone, null, taken);
  if v_of_email is distinct from customer_id and v_of_email is not null then
    problems := '{"email": [{"key": "emailTaken.imported"}]}';
  end if;
end
$$;

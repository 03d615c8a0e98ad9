-- Finds the customer of a store who has a phone or an email, as it will be when what is planned is done.
-- Takes: the store, a canonical phone or else an email, and what is planned (see internal.planned_customer).
-- Gives: the customer, which may be a planned one; null when there is none.
create or replace function internal.find_planned_customer(store_id uuid, phone text, email text, taken jsonb)
  returns uuid
language plpgsql stable
set search_path = ''
as $$
declare
  v_email constant text := lower(nullif(btrim(email), ''));
  v_key constant text := coalesce('phone ' || phone, 'email ' || v_email);
begin
  if taken ? v_key then
    return (taken -> v_key ->> 'id')::uuid;
  elsif phone is not null then
    return (select c.id from app.customers c
      where c.store_id = find_planned_customer.store_id and c.phone = find_planned_customer.phone);
  end if;
  return (select c.id from app.customers c where c.store_id = find_planned_customer.store_id and c.email = v_email);
end
$$;

-- Gives what a customer would be after a line of an import, by the rules of internal.import_customer; where nothing
-- would change it is what came in. Writes and locks nothing.
-- Takes: the customer, the line, and what the customer is before it.
-- Gives: {full_name, phone, email, gender, status, addresses: those that lines of the file add}.
create or replace function internal.imported_customer(customer_id uuid, input jsonb, before jsonb) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  v_address constant app.customer_addresses := internal.read_address((input -> 'address')::json);
  v_key constant jsonb := jsonb_build_array(internal.fold(v_address.address_line), internal.fold(v_address.city),
    internal.fold(v_address.area));
  v_after jsonb;
begin
  v_after := before || (input - '{store_id,address}'::text[]);
  v_after := v_after || jsonb_build_object(
    'full_name', coalesce(btrim(input ->> 'full_name'), before ->> 'full_name'),
    'phone', case when input ? 'phone' then internal.canonical_phone(input ->> 'phone') else before ->> 'phone' end,
    'email', case when input ? 'email' then lower(input ->> 'email') else before ->> 'email' end,
    'status', coalesce(input ->> 'status', before ->> 'status'));
  if v_address.address_line is not null and not before -> 'addresses' @> jsonb_build_array(v_key)
    and not internal.knows_address(imported_customer.customer_id, v_address)
    and 20 > jsonb_array_length(before -> 'addresses') + (
      select count(*) from app.customers c
      join app.customer_addresses a on a.store_id = c.store_id and a.customer_id = c.id
      where c.id = imported_customer.customer_id)
  then
    v_after := jsonb_set(v_after, '{addresses}', before -> 'addresses' || jsonb_build_array(v_key));
  end if;
  return v_after;
end
$$;

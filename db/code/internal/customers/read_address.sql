-- Reads a shipping address into the form of a saved one; all null where it does not fit that form.
-- Takes: {address_line, city?, area?, postal_code?, recipient_name?, recipient_phone?, label?}.
-- see: reference/customers#get_customer
create or replace function internal.read_address(address json) returns app.customer_addresses
language plpgsql immutable
set search_path = ''
as $$
declare
  v_address app.customer_addresses;
begin
  if json_typeof(address -> 'address_line') is distinct from 'string' or exists (
    select
    from unnest(array['label', 'recipient_name', 'recipient_phone', 'city', 'area', 'postal_code']) as f (name)
    where json_typeof(address -> f.name) not in ('string', 'null')
  ) then
    return null;
  end if;
  v_address.label := nullif(btrim(address ->> 'label'), '');
  v_address.recipient_name := nullif(btrim(address ->> 'recipient_name'), '');
  v_address.recipient_phone := nullif(btrim(address ->> 'recipient_phone'), '');
  v_address.address_line := btrim(address ->> 'address_line');
  v_address.city := nullif(btrim(address ->> 'city'), '');
  v_address.area := nullif(btrim(address ->> 'area'), '');
  v_address.postal_code := nullif(btrim(address ->> 'postal_code'), '');
  if length(v_address.address_line) not between 1 and 1000
    or length(v_address.label) > 100
    or length(v_address.recipient_name) > 200
    or length(v_address.recipient_phone) > 50
    or length(v_address.city) > 200
    or length(v_address.area) > 200
    or length(v_address.postal_code) > 20
  then
    return null;
  end if;
  return v_address;
end
$$;

-- Gives the district of a free-form address: its district, else its city; null where it has neither.
-- Takes: the address as an order keeps it.
create or replace function internal.address_district(address json) returns text
language sql immutable
set search_path = ''
return coalesce(nullif(btrim(address ->> 'district'), ''), nullif(btrim(address ->> 'city'), ''));
grant execute on function internal.address_district(json) to haat_api, haat_staff;

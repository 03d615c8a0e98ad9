-- Takes: what somebody typed.
-- Gives: the digits to look for in canonical phones, or null when it is no part of a number.
-- spec: GET /orders, search
--
-- Whoever types +8801712 or 88 01712-3 looks for numbers with 017123 in them.
create or replace function internal.phone_fragment(term text) returns text
language sql immutable strict parallel safe
return (
  select case when d.digits ~ '^[0-9]{3,}$' then d.digits end
  from (select pg_catalog.regexp_replace(internal.phone_digits(term), '^(\+880|00880|880|\+88)0?', '0') as digits) d
);
grant execute on function internal.phone_fragment(text) to haat_api, haat_gatekeeper, haat_staff;

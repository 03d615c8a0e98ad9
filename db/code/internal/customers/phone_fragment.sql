-- Gives the digits to search for in stored phones, or null when a term is not a part of a number.
-- see: guides/first-order#3-create-the-order
--
-- +8801712 searches for 01712, and 88 01712-3 for 017123.
create or replace function internal.phone_fragment(term text) returns text
language sql immutable strict parallel safe
return (
  select case when d.digits ~ '^[0-9]{3,}$' then d.digits end
  from (select pg_catalog.regexp_replace(internal.phone_digits(term), '^(\+880|00880|880|\+88)0?', '0') as digits) d
);
grant execute on function internal.phone_fragment(text) to haat_api, haat_gatekeeper, haat_staff;

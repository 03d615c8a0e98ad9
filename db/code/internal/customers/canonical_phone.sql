-- Gives a phone number as 01XXXXXXXXX, or null when it is not a Bangladeshi mobile number.
-- see: guides/first-order#3-create-the-order
--
-- Any spelling of such a number: +880, 00880, 880 or 0 in front, or none of these, as spreadsheets leave it; Bengali
-- digits; separators are ignored.
create or replace function internal.canonical_phone(spelling text) returns text
language sql immutable strict parallel safe
return (
  select '0' || pg_catalog.substring(internal.phone_digits(spelling), '^(?:\+880|00880|880)?0?(1[3-9][0-9]{8})$')
);
grant execute on function internal.canonical_phone(text)
  to haat_api, haat_staff, haat_gatekeeper, haat_dba;

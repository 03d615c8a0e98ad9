-- Gives a phone number, or a part of one, in plain digits without separators. Other characters stay.
--
-- Bengali digits become Latin ones. What people put between digits goes, and what a copy from a chat brings along.
create or replace function internal.phone_digits(spelling text) returns text
language sql immutable strict parallel safe
return pg_catalog.translate(
  spelling,
  '০১২৩৪৫৬৭৮৯ -–—.,()/'
    || E'\t\n\r\u00a0\u2009\u200b\u200e\u200f\u2010\u2011\u2012\u202a\u202c\u202f\u2060\u2212\ufeff',
  '0123456789');
grant execute on function internal.phone_digits(text) to haat_api, haat_staff, haat_gatekeeper, haat_dba;

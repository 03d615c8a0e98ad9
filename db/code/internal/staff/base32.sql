-- Gives bytes in Base32, as people type the secret of an authenticator app. Their number is a multiple of five.
-- see: RFC 4648 6
create or replace function internal.base32(bytes bytea) returns text
language sql immutable
set search_path = ''
begin atomic
  select string_agg(
    substr('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 1 + (
      select sum(get_bit(base32.bytes, p / 8 * 8 + 7 - p % 8) << (4 - n))::integer
      from generate_series(0, 4) n, lateral (values (g * 5 + n)) as b (p)), 1), '' order by g)
  from generate_series(0, length(base32.bytes) * 8 / 5 - 1) g;
end;

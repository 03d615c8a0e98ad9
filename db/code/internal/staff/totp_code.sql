-- Gives the six digits that an authenticator app shows in a time step.
-- Takes: the seed, and the number of the 30-second step since 1970.
-- see: RFC 6238, RFC 4226 5.3
create or replace function internal.totp_code(seed bytea, step bigint) returns text
language sql immutable
set search_path = ''
begin atomic
  select lpad((
      ((get_byte(h.mac, h.place) & 127) << 24)
      | (get_byte(h.mac, h.place + 1) << 16)
      | (get_byte(h.mac, h.place + 2) << 8)
      | get_byte(h.mac, h.place + 3)) % 1000000 || '', 6, '0')
  from (
    select m.mac, get_byte(m.mac, 19) & 15 as place
    from (select extensions.hmac(int8send(totp_code.step), totp_code.seed, 'sha1') as mac) m
  ) h;
end;
grant execute on function internal.totp_code(bytea, bigint) to haat_gatekeeper;

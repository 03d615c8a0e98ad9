-- Gives the bytes that a text in base64url without padding stands for; null where it is none.
create or replace function internal.from_base64url(given text) returns bytea
language sql immutable strict parallel safe
return case when given ~ '^[A-Za-z0-9_-]*$' and length(given) % 4 <> 1
  then decode(translate(given, '-_', '+/') || repeat('=', -length(given) & 3), 'base64') end;
grant execute on function internal.from_base64url(text) to haat_gatekeeper;

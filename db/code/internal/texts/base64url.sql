-- Gives bytes in base64url, without padding.
create or replace function internal.base64url(bytes bytea) returns text
language sql immutable strict parallel safe
return rtrim(translate(replace(encode(bytes, 'base64'), chr(10), ''), '+/', '-_'), '=');
grant execute on function internal.base64url(bytea) to haat_gatekeeper;

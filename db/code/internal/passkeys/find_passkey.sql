--! owner: haat_gatekeeper
-- Gives the staff server the public key of a passkey, in hexadecimal, or null.
-- Takes: the id of the credential, in base64url.
-- Raises: nothing.
create or replace function internal.find_passkey(credential_id text) returns text
language sql stable security definer
set search_path = ''
begin atomic
  select encode(p.public_key, 'hex') from app.staff_passkeys p
  where p.credential_id = internal.from_base64url(find_passkey.credential_id);
end;
grant execute on function internal.find_passkey(text) to haat_staff_gateway;

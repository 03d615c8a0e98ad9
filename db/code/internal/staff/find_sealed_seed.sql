--! owner: haat_gatekeeper
-- Gives the encrypted seed of an authenticator app to the staff server, which has the key: {id, sealed}, or null.
-- Takes: the email of the person who signs in, or the SHA-256 of a session's token, in hexadecimal.
-- Raises: nothing.
create or replace function internal.find_sealed_seed(email text, token_hash text) returns json
language sql stable security definer
set search_path = ''
begin atomic
  select json_build_object('id', a.id, 'sealed', a.sealed_seed)
  from app.staff_authenticators a
  join app.staff t on t.id = a.staff_id
  where case
    when find_sealed_seed.email is not null then t.email = lower(btrim(find_sealed_seed.email))
    else t.id = (
      select s.staff_id
      from internal.find_session(case
        when find_sealed_seed.token_hash ~ '^[0-9a-f]{64}$' then decode(find_sealed_seed.token_hash, 'hex') end) s)
    end;
end;
grant execute on function internal.find_sealed_seed(text, text) to haat_staff_gateway;

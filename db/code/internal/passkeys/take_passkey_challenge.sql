--! owner: haat_gatekeeper
-- Tells whether what a browser says of a ceremony (the client data) names a challenge that is open for it, and uses
-- the challenge up.
-- Takes: what for, sign_in or add; the session that adds, null for sign_in; the client data, JSON in UTF-8.
-- Raises: nothing, whatever the bytes are.
create or replace function internal.take_passkey_challenge(ceremony text, session_id uuid, client_data bytea)
  returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_client jsonb;
  v_challenge bytea;
begin
  begin
    v_client := convert_from(client_data, 'UTF8')::jsonb;
  -- Too complex: brackets in brackets, deeper than the parser goes.
  exception when data_exception or statement_too_complex then
    return false;
  end;
  v_challenge := internal.from_base64url(v_client ->> 'challenge');
  delete from internal.passkey_challenges c
    -- Of several databases each has given its own, one after the other.
    where c.challenge_hash = any (array(
        select sha256(substr(v_challenge, 32 * n + 1, 32))
        from generate_series(0, least(length(v_challenge) / 32, 200) - 1) n))
      and c.ceremony = take_passkey_challenge.ceremony
      and c.session_id is not distinct from take_passkey_challenge.session_id
      and c.expires_at > internal.now()
      and v_client ->> 'type' = case c.ceremony
        when 'add' then 'webauthn.create' when 'sign_in' then 'webauthn.get' end;
  return found;
end
$$;
grant execute on function internal.take_passkey_challenge(text, uuid, bytea) to haat_owner;

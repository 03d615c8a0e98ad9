--! owner: haat_gatekeeper
-- Gives a challenge for a passkey to sign, in base64url. It is good once, for five minutes.
-- Takes: what for, sign_in or add; the session that adds, null for sign_in.
--
-- Challenges without an answer go with the next ones that are asked for, a few at a time.
create or replace function internal.new_passkey_challenge(ceremony text, session_id uuid default null) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_now constant timestamptz := internal.now();
  v_challenge constant bytea := extensions.gen_random_bytes(32);
begin
  delete from internal.passkey_challenges c where c.challenge_hash in (
    select o.challenge_hash from internal.passkey_challenges o where o.expires_at < v_now
    limit 10 for update skip locked);
  insert into internal.passkey_challenges (challenge_hash, ceremony, session_id, expires_at)
  values (sha256(v_challenge), new_passkey_challenge.ceremony, new_passkey_challenge.session_id,
    v_now + interval '5 minutes');
  return internal.base64url(v_challenge);
end
$$;
grant execute on function internal.new_passkey_challenge(text, uuid) to haat_owner;

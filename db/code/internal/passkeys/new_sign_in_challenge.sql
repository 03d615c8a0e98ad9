--! owner: haat_gatekeeper
-- Gives a challenge for a sign-in by passkey, as one of several databases: before it is known whose it is, each gives
-- its own, and all are signed as one (internal.take_passkey_challenge).
-- Gives: 32 random bytes.
-- see: guides/production#several-databases
create or replace function internal.new_sign_in_challenge() returns bytea
language sql volatile security definer
set search_path = ''
begin atomic
  select internal.from_base64url(internal.new_passkey_challenge('sign_in'));
end;
grant execute on function internal.new_sign_in_challenge() to haat_staff_gateway;

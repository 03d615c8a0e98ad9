-- Begins a sign-in by passkey: gives what a browser needs for `navigator.credentials.get`
-- (`PublicKeyCredentialRequestOptions` in its JSON form). The challenge in it is good once, for five minutes.
-- Raises: HT101 (passkeys are not possible at this address).
create or replace function staff.begin_passkey_sign_in() returns json
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  return json_build_object(
    'rpId', internal.passkey_domain(),
    -- Where there are several databases, those of the others follow (haat.passkey_challenges, in base64url).
    'challenge', internal.base64url(internal.from_base64url(internal.new_passkey_challenge('sign_in'))
      || coalesce(internal.from_base64url(current_setting('haat.passkey_challenges', true)), '')),
    'timeout', 300000,
    'userVerification', 'required');
end
$$;
grant execute on function staff.begin_passkey_sign_in() to haat_anonymous, haat_staff;

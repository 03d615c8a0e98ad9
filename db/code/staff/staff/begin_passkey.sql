-- Begins to add a passkey of yours: gives what a browser needs for `navigator.credentials.create`
-- (`PublicKeyCredentialCreationOptions` in its JSON form). add_passkey ends it within five minutes, in this session. A
-- wrong password gives nothing.
-- Takes: the password, where you signed in more than ten minutes ago.
-- Raises: HT005 (wait), HT008 (current_password: it is needed), HT101 (you have ten; your password is a one-time one;
-- passkeys are not possible at this address).
create or replace function staff.begin_passkey(current_password text default null) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_id constant uuid := internal.current_actor_id();
  v_domain constant text := internal.passkey_domain();
begin
  if not internal.may_change_sign_in(current_password) then
    return null;
  end if;
  perform internal.refuse_more_passkeys(v_id);
  return json_build_object(
    'rp', json_build_object('id', v_domain, 'name', 'Haat'),
    'user', (
      select json_build_object(
        'id', internal.base64url(uuid_send(t.id)),
        'name', t.email,
        'displayName', t.full_name)
      from app.staff t where t.id = v_id),
    'challenge', internal.new_passkey_challenge('add', internal.current_session_id()),
    'pubKeyCredParams', '[{"type": "public-key", "alg": -7}, {"type": "public-key", "alg": -257}]'::json,
    'timeout', 300000,
    'excludeCredentials', (
      select coalesce(json_agg(json_build_object('type', 'public-key', 'id', internal.base64url(p.credential_id))),
        '[]')
      from app.staff_passkeys p where p.staff_id = v_id and p.domain = v_domain),
    'authenticatorSelection',
      '{"residentKey": "required", "requireResidentKey": true, "userVerification": "required"}'::json,
    'attestation', 'none');
end
$$;
grant execute on function staff.begin_passkey(text) to haat_staff;

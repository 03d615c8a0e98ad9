--! owner: haat_gatekeeper
-- Checks what a passkey has signed for a sign-in; counts wrong answers as wrong passwords are counted.
-- Takes: what the browser gave, each part in base64url; the device token.
-- Gives: whether it is right, whose account it is, with which passkey, and whether waits begin with this attempt.
-- Raises: HT005 (wait), HT101 (late: the challenge was not open), HT019 (the company has gone to another database,
-- where this is asked again).
-- see: guides/inside#who-acts
--
-- The staff server has let its library read the same bytes, and hands over whether that found them good for our
-- addresses (haat.passkey_checked). All that tells who it was is checked here once more: the challenge is ours and
-- open, and the key that is kept here has signed it, for its domain, with the person verified. So a stolen login of
-- that server opens no session without the passkey, whatever it says that it checked.
--
-- A counter that does not rise is that of a copy. Passkeys that are synchronised count nothing and say 0.
create or replace function internal.check_passkey(credential_id text, client_data text, authenticator_data text,
  signature text, device_token text,
  out accepted boolean, out slowed boolean, out staff_id uuid, out company_id uuid, out full_name text,
  out passkey_id uuid, out passkey_name text)
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_client constant bytea := internal.from_base64url(client_data);
  v_told constant bytea := internal.from_base64url(authenticator_data);
  v_staff app.staff;
  v_passkey app.staff_passkeys;
  v_keys text[];
  v_count bigint;
begin
  select * into v_passkey from app.staff_passkeys p
    where p.credential_id = internal.from_base64url(check_passkey.credential_id);
  select * into v_staff from app.staff t where t.id = v_passkey.staff_id;
  if internal.has_moved(v_staff.company_id) then
    perform internal.fail('HT019', 'companyMoved', retry_after => 1);
  end if;
  v_keys := internal.sign_in_keys(coalesce(v_staff.email, 'passkey'), v_staff.id, device_token);
  perform internal.check_waits(v_keys);
  if internal.take_passkey_challenge('sign_in', null, v_client) is not true then
    perform internal.fail('HT101', 'passkeyLate');
  end if;
  select * into v_staff from app.staff t where t.id = v_staff.id for update;
  select * into v_passkey from app.staff_passkeys p where p.id = v_passkey.id for update;
  staff_id := v_staff.id;
  company_id := v_staff.company_id;
  full_name := v_staff.full_name;
  passkey_id := v_passkey.id;
  passkey_name := v_passkey.name;
  v_count := case when length(v_told) >= 37 then ('x' || encode(substr(v_told, 34, 4), 'hex'))::bit(32)::bigint end;
  accepted := coalesce(
    current_setting('haat.passkey_checked', true) = 'true'
    and v_staff.status = 'active'
    and exists (select from app.companies c where c.id = v_staff.company_id and c.status = 'active')
    and v_count is not null
    and substr(v_told, 1, 32) = sha256(convert_to(v_passkey.domain, 'UTF8'))
    -- The person is there (1) and was verified by the device (4).
    and get_byte(v_told, 32) & 5 = 5
    and (v_count > v_passkey.sign_count or v_count = 0 and v_passkey.sign_count = 0)
    and internal.is_signed(v_passkey.public_key, v_told || sha256(v_client), internal.from_base64url(signature)),
    false);
  if accepted then
    update app.staff_passkeys p set sign_count = v_count, last_used_at = internal.now() where p.id = v_passkey.id;
    delete from internal.sign_in_waits w where w.key = v_keys[1];
    slowed := false;
  else
    slowed := internal.count_failure(v_keys, coalesce(v_staff.email, 'passkey')) and v_staff.id is not null;
  end if;
end
$$;
grant execute on function internal.check_passkey(text, text, text, text, text) to haat_owner;

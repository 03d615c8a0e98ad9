-- Signs a staff member in with a passkey, as sign_in does with a password and a code: it counts as both factors.
-- A wrong answer gives nothing, and slows the next attempts as a wrong password does.
-- Takes: what the browser answered to begin_passkey_sign_in, each part in base64url; the device token of an earlier
-- sign-in on this device.
-- Raises: HT005 (wait), HT101 (it took longer than five minutes, or was answered before).
create or replace function staff.sign_in_with_passkey(credential_id text, client_data text, authenticator_data text,
  signature text, device_token text default null) returns staff.session
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_check record;
  v_session staff.session;
begin
  select * into v_check from internal.check_passkey(sign_in_with_passkey.credential_id,
    sign_in_with_passkey.client_data, sign_in_with_passkey.authenticator_data, sign_in_with_passkey.signature,
    sign_in_with_passkey.device_token);
  if v_check.accepted or v_check.slowed then
    perform internal.act_as(v_check.company_id, v_check.full_name, 'staff', v_check.staff_id);
    perform internal.log_activity(null, case when v_check.accepted then 'staff.signed_in' else 'staff.slowed' end,
      'staff', v_check.staff_id, null,
      jsonb_build_object('address', host(internal.client_address()), 'passkey', v_check.passkey_name));
  end if;
  if v_check.accepted then
    v_session := internal.open_staff_session(v_check.staff_id, sign_in_with_passkey.device_token, v_check.passkey_id);
  end if;
  perform internal.leave_company();
  return v_session;
end
$$;
grant execute on function staff.sign_in_with_passkey(text, text, text, text, text) to haat_anonymous, haat_staff;

-- Signs a staff member in for 12 hours and gives the session's token, which is shown only here. A wrong email,
-- password or code gives nothing. Wrong attempts make the next ones wait, each longer than the one before; from a
-- device or address where you have signed in before, those of others do not count.
-- Takes: the code of the authenticator app or a recovery code, where the account asks for one; the device token of an
-- earlier sign-in on this device.
-- Raises: HT005 (wait), HT015 (code: the password is right and a code is needed), HT101 (codes cannot be checked).
--
-- The only function for people who are not signed in; staff may call it too, so that one schema types a whole client.
-- A wrong attempt gives null instead of raising, so that the count of failures stays.
create or replace function staff.sign_in(email text, password text, code text default null,
  device_token text default null) returns staff.session
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_check record;
  v_session staff.session;
begin
  select * into v_check
    from internal.check_sign_in(sign_in.email, sign_in.password, sign_in.code, sign_in.device_token);
  if v_check.accepted or v_check.slowed then
    perform internal.act_as(v_check.company_id, v_check.full_name, 'staff', v_check.staff_id);
    perform internal.log_activity(null, case when v_check.accepted then 'staff.signed_in' else 'staff.slowed' end,
      'staff', v_check.staff_id, null, jsonb_build_object('address', host(internal.client_address())));
  end if;
  if v_check.accepted then
    v_session := internal.open_staff_session(v_check.staff_id, sign_in.device_token);
  end if;
  -- The caller is not inside yet: neither after a wrong password, nor with a right one until the token is presented.
  perform internal.leave_company();
  return v_session;
end
$$;
grant execute on function staff.sign_in(text, text, text, text) to haat_anonymous, haat_staff;

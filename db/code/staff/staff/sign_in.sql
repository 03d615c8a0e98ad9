-- Signs a staff member in for 12 hours and gives the session's token, which is shown only here. A wrong email or
-- password gives nothing; five wrong ones in a row lock the account for 15 minutes.
-- Raises: nothing.
--
-- The only function for people who are not signed in; staff may call it too, so that one schema types a whole client.
-- A wrong password gives null instead of raising, so that the count of failures stays.
create or replace function staff.sign_in(email text, password text) returns staff.session
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_check record;
  v_token text;
  v_now constant timestamptz := internal.now();
  v_session staff.session;
begin
  select * into v_check from internal.check_password(sign_in.email, sign_in.password);
  if v_check.accepted or v_check.locked then
    perform internal.act_as(v_check.company_id, v_check.full_name, 'staff', v_check.staff_id);
    perform internal.log_activity(null, case when v_check.accepted then 'staff.signed_in' else 'staff.locked' end,
      'staff', v_check.staff_id);
  end if;
  if v_check.accepted is not true then
    perform internal.leave_company();
    return null;
  end if;
  v_token := 'staff_' || encode(extensions.gen_random_bytes(32), 'hex');
  insert into app.staff_sessions (company_id, staff_id, token_hash, expires_at, created_at)
  values (v_check.company_id, v_check.staff_id, sha256(v_token::bytea), v_now + interval '12 hours', v_now)
  returning v_token, expires_at,
    (select t.password_expires_at is not null from app.staff t where t.id = v_check.staff_id)
    into v_session;
  -- Whoever asked is not inside: neither after a wrong password, nor with a right one until the token is presented.
  perform internal.leave_company();
  return v_session;
end
$$;
grant execute on function staff.sign_in(text, text) to haat_anonymous, haat_staff;

--! owner: haat_gatekeeper
-- Checks an email with a password and, where the account has an authenticator, a code; counts wrong ones.
-- Takes: email, password, code and device token, each as it was sent.
-- Gives: whether they are right, whose account it is, and whether waits begin with this attempt.
-- Raises: HT005 (wait), HT015 (the password is right and a code is needed), HT019 (the company has gone to another
-- database, where this is asked again).
-- see: guides/production#sign-in-of-staff
--
-- A wrong attempt raises nothing: a refusal that rolled back would undo the count. Whether an account is unknown or
-- disabled, one hash is computed and the answer is the same, so that guesses do not tell which emails exist. The hash
-- is computed before the account's row is locked; afterwards the row is read again, so that a password that was reset
-- meanwhile opens no session. A right password without a code is not counted, and forgets nothing either.
create or replace function internal.check_sign_in(email text, password text, code text, device_token text,
  out accepted boolean, out slowed boolean, out staff_id uuid, out company_id uuid, out full_name text)
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_nobody constant text := '$2a$10$abcdefghijklmnopqrstuu';
  v_email constant text := coalesce(lower(btrim(check_sign_in.email)), '');
  v_staff app.staff;
  v_keys text[];
  v_checked text;
begin
  select * into v_staff from app.staff t where t.email = v_email;
  if internal.has_moved(v_staff.company_id) then
    perform internal.fail('HT019', 'companyMoved', retry_after => 1);
  end if;
  v_keys := internal.sign_in_keys(v_email, v_staff.id, device_token);
  perform internal.check_waits(v_keys);
  staff_id := v_staff.id;
  company_id := v_staff.company_id;
  full_name := v_staff.full_name;
  slowed := false;
  v_checked := case when internal.may_try_password(v_staff) then v_staff.password_hash end;
  accepted := coalesce(
    extensions.crypt(left(password, 1000), coalesce(v_checked, v_nobody)) = v_checked, false);
  if accepted then
    select * into v_staff from app.staff t where t.id = v_staff.id for update;
    accepted := internal.may_try_password(v_staff) and v_staff.password_hash = v_checked;
  end if;
  if accepted and exists (
    select from app.staff_authenticators a where a.staff_id = v_staff.id and a.confirmed_at is not null
  ) then
    if coalesce(btrim(code), '') = '' then
      perform internal.fail('HT015', 'signInCode',
        fields => '{"code": [{"key": "signInCode.field"}]}');
    end if;
    accepted := internal.accept_code(v_staff.id, code);
  end if;
  if accepted then
    delete from internal.sign_in_waits w where w.key = v_keys[1];
  else
    slowed := internal.count_failure(v_keys, v_email) and v_staff.id is not null;
  end if;
end
$$;
grant execute on function internal.check_sign_in(text, text, text, text) to haat_owner;

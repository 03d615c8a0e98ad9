--! owner: haat_gatekeeper
-- Checks a password and counts wrong ones: five in a row lock the account for 15 minutes.
-- Takes: the email and the password.
-- Gives: whether they are right, whether this wrong one has locked the account, and whose account it is.
-- decisions: 6
--
-- It raises nothing: a refusal that rolled back would undo the count. The row's lock makes guesses at one account wait
-- for each other, so that twenty at once are five counted ones and a lock. Whether an account is unknown, disabled or
-- locked, one hash is computed and the answer is the same: nobody learns which emails exist. That hash needs no lock,
-- so guesses at a locked account hold nobody up.
create or replace function internal.check_password(email text, password text,
  out accepted boolean, out locked boolean, out staff_id uuid, out company_id uuid, out full_name text)
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_allowed constant integer := 5;
  v_lock constant interval := '15 minutes';
  v_nobody constant text := '$2a$10$abcdefghijklmnopqrstuu';
  v_now constant timestamptz := internal.now();
  v_staff app.staff;
begin
  select * into v_staff from app.staff t where t.email = lower(btrim(check_password.email));
  staff_id := v_staff.id;
  company_id := v_staff.company_id;
  full_name := v_staff.full_name;
  accepted := false;
  locked := false;
  if internal.may_try_password(v_staff) then
    select * into v_staff from app.staff t where t.id = v_staff.id for update;
    if not internal.may_try_password(v_staff) then
      -- Locked by a guess that was a moment faster.
      return;
    end if;
    accepted :=
      coalesce(extensions.crypt(left(password, 1000), v_staff.password_hash) = v_staff.password_hash, false);
  else
    perform extensions.crypt(left(password, 1000), v_nobody);
    return;
  end if;
  if accepted then
    update app.staff t set failed_sign_ins = 0, locked_until = null
      where t.id = v_staff.id and (t.failed_sign_ins > 0 or t.locked_until is not null);
  else
    update app.staff t
      -- After a lock has run out, counting starts again.
      set failed_sign_ins = case when t.locked_until is null then t.failed_sign_ins + 1 else 1 end,
          locked_until = case
            when t.locked_until is null and t.failed_sign_ins + 1 >= v_allowed then v_now + v_lock end
      where t.id = v_staff.id
      returning t.locked_until is not null into locked;
  end if;
end
$$;
grant execute on function internal.check_password(text, text) to haat_owner;

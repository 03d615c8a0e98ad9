--! owner: haat_gatekeeper
-- Takes: an email and a password.
-- Gives: whether they are right, whether this wrong one has locked the account, and whose it is.
-- Five wrong ones in a row lock for 15 minutes.
-- decisions: 6
--
-- Compares a password and counts the wrong ones. It raises nothing: a refusal that rolled back would undo the count.
-- The row's lock makes guesses at one account queue, so that twenty at once are five counted ones and a lock. Whether an
-- account is unknown, disabled or locked, one hash is computed and the answer is the same: nobody learns which emails
-- exist. That hash needs no lock, so whoever guesses on at a locked account holds nobody up.
create or replace function internal.check_password(email text, password text, out accepted boolean, out locked boolean, out staff_id uuid, out company_id uuid, out full_name text)
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_allowed constant integer := 5;
  v_lock constant interval := '15 minutes';
  v_nobody constant text := '$2a$10$abcdefghijklmnopqrstuu';
  v_now constant timestamptz := internal.now();
  s app.staff;
begin
  select * into s from app.staff t where t.email = lower(btrim(check_password.email));
  staff_id := s.id;
  company_id := s.company_id;
  full_name := s.full_name;
  accepted := false;
  locked := false;
  if internal.may_try_password(s) then
    select * into s from app.staff t where t.id = s.id for update;
    if not internal.may_try_password(s) then
      -- Locked by a guess that was a moment faster.
      return;
    end if;
    accepted := coalesce(extensions.crypt(left(password, 1000), s.password_hash) = s.password_hash, false);
  else
    perform extensions.crypt(left(password, 1000), v_nobody);
    return;
  end if;
  if accepted then
    update app.staff t set failed_sign_ins = 0, locked_until = null where t.id = s.id and (t.failed_sign_ins > 0 or t.locked_until is not null);
  else
    update app.staff t
      -- After a lock has run out, counting starts anew.
      set failed_sign_ins = case when t.locked_until is null then t.failed_sign_ins + 1 else 1 end,
          locked_until = case when t.locked_until is null and t.failed_sign_ins + 1 >= v_allowed then v_now + v_lock end
      where t.id = s.id
      returning t.locked_until is not null into locked;
  end if;
end
$$;
grant execute on function internal.check_password(text, text) to haat_owner;

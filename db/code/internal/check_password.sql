-- Compares a password and counts the wrong ones. It raises nothing: a refusal that rolled back would undo the count.
-- The row's lock makes guesses at one account queue, so that twenty at once are twenty counted ones. Whether the account
-- is unknown, disabled or locked, one hash is computed and the answer is the same: nobody learns which emails exist.
grant create on schema internal to haat_gatekeeper;
set local role haat_gatekeeper;
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
  v_usable boolean;
begin
  select * into s from app.staff t where t.email = lower(btrim(check_password.email)) for update;
  staff_id := s.id;
  company_id := s.company_id;
  full_name := s.full_name;
  v_usable := s.status = 'active' and s.password_hash is not null and coalesce(s.locked_until <= v_now, true) and coalesce(s.password_expires_at > v_now, true);
  accepted := coalesce(extensions.crypt(coalesce(left(password, 1000), ''), case when v_usable then s.password_hash else v_nobody end) = s.password_hash and v_usable, false);
  locked := false;
  if accepted then
    update app.staff t set failed_sign_ins = 0, locked_until = null where t.id = s.id and (t.failed_sign_ins > 0 or t.locked_until is not null);
  elsif v_usable then
    update app.staff t
      -- After a lock has run out, counting starts anew.
      set failed_sign_ins = case when t.locked_until is null then t.failed_sign_ins + 1 else 1 end,
          locked_until = case when t.locked_until is null and t.failed_sign_ins + 1 >= v_allowed then v_now + v_lock end
      where t.id = s.id
      returning t.locked_until is not null into locked;
  end if;
end
$$;
comment on function internal.check_password(text, text) is 'Takes an email and a password; gives whether they are right, whether this wrong one has locked the account, and whose it is. Five wrong ones in a row lock for 15 minutes. decisions: 6';
grant execute on function internal.check_password(text, text) to haat_owner;
set local role haat_owner;
revoke create on schema internal from haat_gatekeeper;

-- Tells whether the signed-in staff member knows their password; counts a wrong one for this session only.
-- Raises: HT005 (wait).
--
-- As in check_sign_in, a wrong one gives false instead of raising, so that the count stays. Only this session is
-- slowed: an attacker who took it over cannot keep the owner out.
create or replace function internal.check_own_password(password text) returns boolean
language plpgsql volatile
set search_path = ''
as $$
declare
  v_keys constant text[] := internal.session_keys();
  v_staff app.staff;
begin
  perform internal.check_waits(v_keys);
  select * into v_staff from app.staff t where t.id = internal.current_actor_id() for update;
  if internal.may_try_password(v_staff)
    and extensions.crypt(left(password, 1000), v_staff.password_hash) = v_staff.password_hash
  then
    delete from internal.sign_in_waits w where w.key = v_keys[1];
    return true;
  end if;
  perform internal.count_failure(v_keys, v_staff.email);
  return false;
end
$$;

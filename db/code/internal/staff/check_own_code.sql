-- Tells whether the signed-in staff member gave a right code, and uses it up; counts a wrong one for this session.
-- Raises: HT005 (wait), HT101 (two-factor sign-in is not set up; the server could not open the seed).
create or replace function internal.check_own_code(code text) returns boolean
language plpgsql volatile
set search_path = ''
as $$
declare
  v_keys constant text[] := internal.session_keys();
  v_staff app.staff;
begin
  perform internal.check_waits(v_keys);
  select * into v_staff from app.staff t where t.id = internal.current_actor_id() for update;
  if not exists (select from app.staff_authenticators a where a.staff_id = v_staff.id) then
    perform internal.fail('HT101', 'twoFactorMissing');
  elsif internal.accept_code(v_staff.id, check_own_code.code) then
    delete from internal.sign_in_waits w where w.key = v_keys[1];
    return true;
  end if;
  perform internal.count_failure(v_keys, v_staff.email);
  return false;
end
$$;

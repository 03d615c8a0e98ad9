-- Removes your two-factor sign-in, for example to set it up with another phone. A wrong code gives nothing.
-- Takes: a code of the app or a recovery code.
-- Raises: HT005 (wait), HT101 (it is not set up; codes cannot be checked).
--
-- Where the company requires it, the next thing to do is to set it up again.
create or replace function staff.remove_two_factor(code text) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_id constant uuid := internal.current_actor_id();
begin
  if not internal.check_own_code(code) then
    return null;
  end if;
  delete from app.staff_authenticators a where a.staff_id = v_id;
  perform internal.log_activity(null, 'staff.two_factor_removed', 'staff', v_id);
  return true;
end
$$;
grant execute on function staff.remove_two_factor(text) to haat_staff;

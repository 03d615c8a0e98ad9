-- Ends this session at once: its token no longer works.
-- Raises: nothing.
create or replace function staff.sign_out() returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  update app.staff_sessions t set revoked_at = internal.now()
    where t.id = internal.current_session_id() and t.revoked_at is null;
  if found then
    perform internal.log_activity(null, 'staff.signed_out', 'staff', internal.current_actor_id());
    return true;
  end if;
  return false;
end
$$;
grant execute on function staff.sign_out() to haat_staff;

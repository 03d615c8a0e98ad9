-- Signs another staff member out everywhere, at once.
-- Needs staff.manage.
create or replace function staff.revoke_staff_sessions(staff_id uuid) returns app.staff
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  s app.staff;
begin
  perform internal.require_permission('staff.manage');
  s := internal.find_other_staff(revoke_staff_sessions.staff_id);
  perform internal.revoke_sessions(s.id);
  perform internal.log_activity(null, 'staff.sessions_revoked', 'staff', s.id);
  return s;
end
$$;
grant execute on function staff.revoke_staff_sessions(uuid) to haat_staff;

-- Signs another staff member out everywhere, at once. Needs staff.manage.
-- Raises: HT014 (permission, oneself, an owner), HT100 (staff_id).
create or replace function staff.revoke_staff_sessions(staff_id uuid) returns app.staff
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_staff app.staff;
begin
  perform internal.require_permission('staff.manage');
  v_staff := internal.find_other_staff(revoke_staff_sessions.staff_id);
  perform internal.revoke_sessions(v_staff.id);
  perform internal.log_activity(null, 'staff.sessions_revoked', 'staff', v_staff.id);
  return internal.readable_staff(v_staff);
end
$$;
grant execute on function staff.revoke_staff_sessions(uuid) to haat_staff;

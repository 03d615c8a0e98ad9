-- Disables another staff member, whose sessions end at once, or lets them in again (status: active, disabled); a lock
-- after wrong passwords is lifted.
-- Needs staff.manage.
create or replace function staff.set_staff_status(staff_id uuid, status text) returns app.staff
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  s app.staff;
  r app.staff;
begin
  perform internal.require_permission('staff.manage');
  s := internal.find_other_staff(set_staff_status.staff_id);
  update app.staff t set status = set_staff_status.status, failed_sign_ins = 0, locked_until = null where t.id = s.id returning * into r;
  if r.status <> 'active' then
    perform internal.revoke_sessions(s.id);
  end if;
  perform internal.log_activity(null, 'staff.status_set', 'staff', s.id, jsonb_build_object('status', s.status), jsonb_build_object('status', r.status));
  return r;
end
$$;
grant execute on function staff.set_staff_status(uuid, text) to haat_staff;

-- Disables another staff member, whose sessions end at once, or lets them in again. It ends the
-- waits after wrong passwords and codes. Needs staff.manage.
-- Takes: status is active or disabled.
-- Raises: HT014 (permission, oneself, an owner), HT100 (staff_id).
create or replace function staff.set_staff_status(staff_id uuid, status text) returns app.staff
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_before app.staff;
  v_staff app.staff;
begin
  perform internal.require_permission('staff.manage');
  v_before := internal.find_other_staff(set_staff_status.staff_id);
  update app.staff t set status = set_staff_status.status
    where t.id = v_before.id returning * into v_staff;
  perform internal.forget_failures(v_staff.email);
  if v_staff.status <> 'active' then
    perform internal.revoke_sessions(v_staff.id);
  end if;
  return internal.readable_staff(v_staff);
end
$$;
grant execute on function staff.set_staff_status(uuid, text) to haat_staff;

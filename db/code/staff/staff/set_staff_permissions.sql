-- Sets what another staff member may do, from their next request on, and makes or unmakes an owner (role: owner,
-- agent).
-- Needs staff.manage; owners are changed by owners.
create or replace function staff.set_staff_permissions(staff_id uuid, permissions text[], role text default null) returns app.staff
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  s app.staff;
  r app.staff;
begin
  perform internal.require_permission('staff.manage');
  s := internal.find_other_staff(set_staff_permissions.staff_id);
  perform internal.require_grantable(set_staff_permissions.permissions, s.permissions, coalesce(set_staff_permissions.role, s.role) = 'owner');
  update app.staff t
    set permissions = array(select distinct p from unnest(set_staff_permissions.permissions) p order by p), role = coalesce(set_staff_permissions.role, t.role)
    where t.id = s.id returning * into r;
  perform internal.log_activity(null, 'staff.permissions_set', 'staff', s.id,
    jsonb_build_object('role', s.role, 'permissions', s.permissions), jsonb_build_object('role', r.role, 'permissions', r.permissions));
  return r;
end
$$;
grant execute on function staff.set_staff_permissions(uuid, text[], text) to haat_staff;

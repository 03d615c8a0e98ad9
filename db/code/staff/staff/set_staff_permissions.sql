-- Sets what another staff member may do and see besides what their staff role allows, from their next request on.
-- Needs staff.manage; owners are changed by owners.
-- Takes: permissions that you hold yourself or that they have already; role is owner or agent.
-- Raises: HT014 (permission, oneself, more than you hold), HT100 (staff_id), HT101 (expected_updated_at).
create or replace function staff.set_staff_permissions(staff_id uuid, permissions text[], role text default null,
  expected_updated_at timestamptz default null) returns app.staff
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_before app.staff;
  v_staff app.staff;
begin
  perform internal.require_permission('staff.manage');
  v_before := internal.find_other_staff(set_staff_permissions.staff_id);
  perform internal.refuse_outdated(set_staff_permissions.expected_updated_at, v_before.updated_at, v_before.id);
  perform internal.require_grantable(set_staff_permissions.permissions, v_before.permissions,
    coalesce(set_staff_permissions.role, v_before.role) = 'owner');
  update app.staff t
    set permissions = array(select distinct p from unnest(set_staff_permissions.permissions) p order by p),
        role = coalesce(set_staff_permissions.role, t.role)
    where t.id = v_before.id returning * into v_staff;
  return internal.readable_staff(v_staff);
end
$$;
grant execute on function staff.set_staff_permissions(uuid, text[], text, timestamptz) to haat_staff;

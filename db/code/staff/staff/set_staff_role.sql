-- Gives another staff member a staff role in place of the one they have, or takes it away: from their next request on.
-- What is listed for them beside it stays. Needs staff.manage; owners are changed by owners.
-- Takes: a role whose permissions you hold, or null for none.
-- Raises: HT014 (permission, oneself, an owner, more than you hold), HT100 (staff_id,
-- staff_role_id).
create or replace function staff.set_staff_role(staff_id uuid, staff_role_id uuid default null) returns app.staff
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_staff_role app.staff_roles;
  v_before app.staff;
  v_staff app.staff;
begin
  perform internal.require_permission('staff.manage');
  v_before := internal.find_other_staff(set_staff_role.staff_id);
  if set_staff_role.staff_role_id is not null then
    v_staff_role := internal.lock_staff_role(set_staff_role.staff_role_id);
    perform internal.require_grantable(v_staff_role.permissions, internal.permissions_of(v_before), false);
  end if;
  if v_before.staff_role_id is not distinct from v_staff_role.id then
    return internal.readable_staff(v_before);
  end if;
  update app.staff t set staff_role_id = v_staff_role.id where t.id = v_before.id returning * into v_staff;
  return internal.readable_staff(v_staff);
end
$$;
grant execute on function staff.set_staff_role(uuid, uuid) to haat_staff;

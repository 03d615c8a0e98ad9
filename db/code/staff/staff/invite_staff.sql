-- Adds a staff member with a one-time password, which is good for 72 hours and shown only here. Needs staff.manage.
-- Takes: permissions that you hold yourself; role is agent or owner (owners are named by owners); a staff role whose
-- permissions you hold.
-- Raises: HT014 (permission, more than you hold), HT008 (email), HT100 (staff_role_id), 23505 (email).
create or replace function staff.invite_staff(email text, full_name text, permissions text[] default '{}',
  role text default 'agent', staff_role_id uuid default null) returns staff.invitation
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_staff_role app.staff_roles;
  v_invitation staff.invitation;
  v_staff app.staff;
begin
  perform internal.require_permission('staff.manage');
  perform internal.require_grantable(invite_staff.permissions, '{}', invite_staff.role = 'owner');
  if invite_staff.staff_role_id is not null then
    v_staff_role := internal.lock_staff_role(invite_staff.staff_role_id);
    perform internal.require_grantable(v_staff_role.permissions, '{}', false);
  end if;
  v_invitation :=
    internal.add_staff(invite_staff.email, invite_staff.full_name, invite_staff.permissions, invite_staff.role);
  v_staff := v_invitation.staff_member;
  if v_staff_role.id is not null then
    update app.staff t set staff_role_id = v_staff_role.id where t.id = v_staff.id returning * into v_staff;
  end if;
  v_invitation.staff_member := internal.readable_staff(v_staff);
  return v_invitation;
end
$$;
grant execute on function staff.invite_staff(text, text, text[], text, uuid) to haat_staff;

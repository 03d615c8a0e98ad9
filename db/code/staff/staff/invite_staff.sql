-- Adds a staff member with a one-time password, which is good for 72 hours and shown only here. Needs staff.manage.
-- Takes: permissions that you hold yourself; role is agent or owner (owners are named by owners).
-- Raises: HT014 (permission, more than you hold), HT008 (email, permissions), 23505 (email).
create or replace function staff.invite_staff(email text, full_name text, permissions text[] default '{}',
  role text default 'agent') returns staff.invitation
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_invitation staff.invitation;
  v_staff app.staff;
begin
  perform internal.require_permission('staff.manage');
  perform internal.require_grantable(invite_staff.permissions, '{}', invite_staff.role = 'owner');
  v_invitation :=
    internal.add_staff(invite_staff.email, invite_staff.full_name, invite_staff.permissions, invite_staff.role);
  v_staff := v_invitation.staff_member;
  perform internal.log_activity(null, 'staff.invited', 'staff', v_staff.id, null, jsonb_build_object(
    'email', v_staff.email,
    'full_name', v_staff.full_name,
    'role', v_staff.role,
    'permissions', v_staff.permissions));
  return v_invitation;
end
$$;
grant execute on function staff.invite_staff(text, text, text[], text) to haat_staff;

-- Adds a staff member and gives a one-time password, good for 72 hours and shown this once.
-- You can hand out only permissions you hold; owners are named by owners.
-- Needs staff.manage.
create or replace function staff.invite_staff(email text, full_name text, permissions text[] default '{}', role text default 'agent') returns staff.invitation
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  i staff.invitation;
begin
  perform internal.require_permission('staff.manage');
  perform internal.require_grantable(invite_staff.permissions, '{}', invite_staff.role = 'owner');
  i := internal.add_staff(invite_staff.email, invite_staff.full_name, invite_staff.permissions, invite_staff.role);
  perform internal.log_activity(null, 'staff.invited', 'staff', (i.staff_member).id, null,
    jsonb_build_object('email', (i.staff_member).email, 'full_name', (i.staff_member).full_name, 'role', (i.staff_member).role,
      'permissions', (i.staff_member).permissions));
  return i;
end
$$;
grant execute on function staff.invite_staff(text, text, text[], text) to haat_staff;

create or replace function staff.invite_staff(email text, full_name text, permissions text[] default '{}', role text default 'agent') returns staff.invitation
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_password constant text := internal.random_base62(16);
  s app.staff;
begin
  perform internal.require_permission('staff.manage');
  perform internal.require_grantable(invite_staff.permissions, '{}', invite_staff.role = 'owner');
  if lower(btrim(invite_staff.email)) !~ '^[^@\s]+@[^@\s]+$' then
    perform internal.field_error('HT008', 'email', 'must be an email address');
  end if;
  insert into app.staff (company_id, email, full_name, password_hash, password_expires_at, role, permissions)
  values (internal.current_company_id(), lower(btrim(invite_staff.email)), btrim(invite_staff.full_name), internal.hash_password(v_password),
          internal.now() + interval '72 hours', invite_staff.role, invite_staff.permissions)
  returning * into s;
  perform internal.log_activity(null, 'staff.invited', 'staff', s.id, null,
    jsonb_build_object('email', s.email, 'full_name', s.full_name, 'role', s.role, 'permissions', s.permissions));
  return (s, v_password, s.password_expires_at);
end
$$;
comment on function staff.invite_staff(text, text, text[], text) is 'Adds a staff member and gives a one-time password, good for 72 hours and shown this once. You can hand out only permissions you hold; owners are named by owners. Needs staff.manage.';
grant execute on function staff.invite_staff(text, text, text[], text) to haat_staff;

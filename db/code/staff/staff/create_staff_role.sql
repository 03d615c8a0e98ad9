-- Creates a staff role: a named set of permissions for people with the same work. Needs staff.manage.
-- Takes: permissions that you hold yourself.
-- Raises: HT014 (permission, more than you hold), 23505 (name).
create or replace function staff.create_staff_role(name text, permissions text[], description text default null)
  returns app.staff_roles
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_staff_role app.staff_roles;
begin
  perform internal.require_permission('staff.manage');
  perform internal.require_grantable(create_staff_role.permissions, '{}', false);
  insert into app.staff_roles (company_id, name, description, permissions)
  values (internal.current_company_id(), btrim(create_staff_role.name),
    nullif(btrim(create_staff_role.description), ''),
    array(select distinct p from unnest(create_staff_role.permissions) p order by p))
  returning * into v_staff_role;
  return v_staff_role;
end
$$;
grant execute on function staff.create_staff_role(text, text[], text) to haat_staff;

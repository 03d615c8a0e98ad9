-- Changes a staff role; its members may do and see what it says from their next request on. What is left out stays.
-- Needs staff.manage. Only an owner may change their own role.
-- Takes: permissions that you hold yourself or that the role has already.
-- Raises: HT014 (permission, your own role, more than you hold), HT100 (staff_role_id), HT101
-- (expected_updated_at), 23505 (name).
create or replace function staff.update_staff_role(staff_role_id uuid, name text default null,
  permissions text[] default null, description text default null,
  expected_updated_at timestamptz default null) returns app.staff_roles
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_before app.staff_roles;
  v_staff_role app.staff_roles;
begin
  perform internal.require_permission('staff.manage');
  v_before := internal.lock_staff_role(update_staff_role.staff_role_id);
  -- An owner holds everything without a role.
  if exists (
    select from app.staff t
    where t.id = internal.current_actor_id() and t.role <> 'owner' and t.staff_role_id = v_before.id
  ) then
    perform internal.fail('HT014', 'ownRole');
  end if;
  perform internal.refuse_outdated(update_staff_role.expected_updated_at, v_before.updated_at, v_before.id);
  perform internal.require_grantable(update_staff_role.permissions, v_before.permissions, false);
  v_staff_role := v_before;
  v_staff_role.name := coalesce(btrim(update_staff_role.name), v_before.name);
  v_staff_role.description := case when update_staff_role.description is null then v_before.description
    else nullif(btrim(update_staff_role.description), '') end;
  if update_staff_role.permissions is not null then
    v_staff_role.permissions := array(select distinct p from unnest(update_staff_role.permissions) p order by p);
  end if;
  if v_staff_role operator(pg_catalog.*=) v_before then
    return v_before;
  end if;
  update app.staff_roles t
    set name = v_staff_role.name, description = v_staff_role.description, permissions = v_staff_role.permissions
    where t.id = v_before.id returning * into v_staff_role;
  return v_staff_role;
end
$$;
grant execute on function staff.update_staff_role(uuid, text, text[], text, timestamptz) to haat_staff;

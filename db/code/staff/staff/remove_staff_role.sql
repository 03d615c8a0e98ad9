-- Removes a staff role that no member of staff has. Needs staff.manage.
-- Raises: HT014 (permission), HT100 (staff_role_id), HT101 (a member of staff has it).
create or replace function staff.remove_staff_role(staff_role_id uuid) returns app.staff_roles
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_staff_role app.staff_roles;
  v_members text;
begin
  perform internal.require_permission('staff.manage');
  v_staff_role := internal.lock_staff_role(remove_staff_role.staff_role_id);
  select string_agg(t.full_name, ', ' order by t.full_name, t.id) into v_members
    from app.staff t where t.company_id = v_staff_role.company_id and t.staff_role_id = v_staff_role.id;
  if v_members is not null then
    perform internal.field_error('HT101', 'staff_role_id', 'roleInUse', jsonb_build_object('people', v_members));
  end if;
  delete from app.staff_roles t where t.id = v_staff_role.id;
  return v_staff_role;
end
$$;
grant execute on function staff.remove_staff_role(uuid) to haat_staff;

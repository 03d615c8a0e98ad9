-- Locks a staff role of the company, and first the company: who has which access changes one by one.
-- Raises: HT100 (no such role).
--
-- As internal.find_other_staff: a role is not removed while it is being given.
create or replace function internal.lock_staff_role(staff_role_id uuid) returns app.staff_roles
language plpgsql volatile
set search_path = ''
as $$
declare
  v_staff_role app.staff_roles;
begin
  perform from app.companies c where c.id = internal.current_company_id() for no key update;
  select * into v_staff_role from app.staff_roles t where t.id = lock_staff_role.staff_role_id for no key update;
  if v_staff_role.id is null then
    perform internal.field_error('HT100', 'staff_role_id', 'gone.staffRole');
  end if;
  return v_staff_role;
end
$$;

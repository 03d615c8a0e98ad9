-- Refuses to change a staff role that the current staff member has themselves: nobody changes their own access.
-- Raises: HT014.
--
-- An owner holds everything without a role.
create or replace function internal.refuse_own_staff_role(staff_role app.staff_roles) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if exists (
    select from app.staff t
    where t.id = internal.current_actor_id() and t.role <> 'owner' and t.staff_role_id = (staff_role).id
  ) then
    perform internal.fail('HT014', 'You cannot change the role that you have yourself.');
  end if;
end
$$;

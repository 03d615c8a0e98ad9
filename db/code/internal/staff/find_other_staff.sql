-- Finds and locks a staff member whose access is about to be changed by another one.
-- Raises: HT100 (no such staff member), HT014 (oneself; an owner, unless by an owner).
--
-- The company's row is locked first: two owners who demote each other at one moment wait for each other, and one
-- stays.
create or replace function internal.find_other_staff(staff_id uuid) returns app.staff
language plpgsql volatile
set search_path = ''
as $$
declare
  v_staff app.staff;
begin
  perform from app.companies c where c.id = internal.current_company_id() for no key update;
  select * into v_staff from app.staff t where t.id = find_other_staff.staff_id for update;
  if v_staff.id is null then
    perform internal.fail('HT100', 'gone', '{"thing": "staff member"}');
  elsif v_staff.id = internal.current_actor_id() then
    perform internal.fail('HT014', 'ownAccess');
  elsif v_staff.role = 'owner' then
    perform internal.require_owner('change an owner');
  end if;
  return v_staff;
end
$$;

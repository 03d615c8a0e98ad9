-- Takes: a staff member whose access is about to be changed.
-- Locks and gives them.
-- Raises: HT100, HT014 (oneself; an owner, by anybody but an owner).
--
-- The company's row is locked first, so that two owners who demote each other at one moment queue, and one stays.
create or replace function internal.find_other_staff(staff_id uuid) returns app.staff
language plpgsql volatile
set search_path = ''
as $$
declare
  s app.staff;
begin
  perform from app.companies c where c.id = internal.current_company_id() for no key update;
  select * into s from app.staff t where t.id = find_other_staff.staff_id for update;
  if s.id is null then
    perform internal.fail('HT100', 'No such staff member.');
  elsif s.id = (internal.current_actor()).actor_id then
    perform internal.fail('HT014', 'You cannot change your own access.');
  elsif s.role = 'owner' then
    perform internal.require_owner('change an owner');
  end if;
  return s;
end
$$;

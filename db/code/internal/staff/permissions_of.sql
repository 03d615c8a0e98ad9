-- Gives what a staff member may do and see: an owner everything, others what is listed for them and for their role.
create or replace function internal.permissions_of(staff_member app.staff) returns text[]
language sql stable
begin atomic
  select case
    when (staff_member).role = 'owner' then internal.all_permissions()
    else array(
      select p from unnest((staff_member).permissions) p
      union
      select p
      from app.staff_roles r cross join unnest(r.permissions) p
      where r.company_id = (staff_member).company_id and r.id = (staff_member).staff_role_id
      order by 1) end;
end;
grant execute on function internal.permissions_of(app.staff) to haat_gatekeeper;

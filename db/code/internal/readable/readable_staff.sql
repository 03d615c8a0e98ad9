-- Staff as staff may see them: their own permissions, those of others with staff.manage.
-- Takes: nothing, or a row that a procedure is about to give.
-- Raises: nothing.
--
-- The view reads as its owner, inside the fence; haat_staff may not read the columns themselves. What is hidden is
-- hidden from filters and orders as well, because they see the view's column.
create or replace view internal.readable_staff as
select t.id, t.company_id, t.email, t.full_name, t.role,
  case
    when (select internal.is_permitted('staff.manage')) or t.id = (select internal.current_actor_id())
    then t.permissions end as permissions,
  t.status, t.created_at, t.updated_at, t.staff_role_id
from app.staff t;
call internal.install_readable('app.staff');

-- The rows by the name of their table, so that what is made for that works on them too. Inlined into the query.
create or replace function internal.readable_staff() returns setof app.staff
language sql stable rows 100
begin atomic
  select t.id, t.company_id, t.email, t.full_name, null::text, null::timestamptz, t.role, t.permissions, t.status,
    t.created_at, t.updated_at, t.staff_role_id
  from internal.readable_staff t;
end;
grant execute on function internal.readable_staff() to haat_staff;

create or replace function internal.readable_staff(given app.staff) returns app.staff
language sql stable
return case when (given).id is null then given
  else jsonb_populate_record(given, '{"password_hash": null}'
    || case when internal.is_permitted('staff.manage') or (given).id = internal.current_actor_id()
      then '{}'::jsonb else '{"permissions": null}' end) end;

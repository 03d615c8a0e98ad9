-- Your passkeys, the newest first.
-- Raises: nothing.
create or replace function staff.passkeys() returns setof staff.passkey
language sql stable security definer rows 10
set search_path = ''
begin atomic
  select p.id, p.name, p.domain, p.created_at, p.last_used_at
  from app.staff_passkeys p
  where p.staff_id = internal.current_actor_id()
  order by p.id desc;
end;
grant execute on function staff.passkeys() to haat_staff;

-- The signed-in staff member, and what they may do.
-- Raises: nothing.
create or replace function staff.viewer() returns staff.viewer
language sql stable security definer
set search_path = ''
begin atomic
  select t.id, t.full_name, t.email, t.role, internal.current_permissions(),
    c.name, s.expires_at, t.password_expires_at is not null
  from app.staff t
  join app.companies c on c.id = t.company_id
  left join app.staff_sessions s on s.id = internal.current_session_id()
  where t.id = internal.current_actor_id();
end;
grant execute on function staff.viewer() to haat_staff;

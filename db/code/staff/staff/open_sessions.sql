-- Your open sessions, or those of another staff member, the newest first. Those of others need staff.manage.
-- Raises: HT014 (permission).
create or replace function staff.open_sessions(staff_id uuid default null) returns setof staff.open_session
language plpgsql stable security definer rows 10
set search_path = ''
as $$
declare
  v_own_id constant uuid := internal.current_actor_id();
begin
  if open_sessions.staff_id <> v_own_id then
    perform internal.require_permission('staff.manage');
  end if;
  return query
    select s.id, host(s.address), s.user_agent, s.created_at, s.last_seen_at, s.expires_at,
      s.id is not distinct from internal.current_session_id()
    from app.staff_sessions s
    where s.staff_id = coalesce(open_sessions.staff_id, v_own_id)
      and s.revoked_at is null and s.expires_at > internal.now()
    order by s.id desc;
end
$$;
grant execute on function staff.open_sessions(uuid) to haat_staff;

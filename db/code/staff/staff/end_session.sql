-- Ends one session at once: yours, or with staff.manage another staff member's. Ending it again changes nothing.
-- Raises: HT100 (session_id), HT014 (permission, an owner's).
create or replace function staff.end_session(session_id uuid) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_own_id constant uuid := internal.current_actor_id();
  v_staff_id uuid;
begin
  select s.staff_id into v_staff_id from app.staff_sessions s where s.id = end_session.session_id;
  if v_staff_id is distinct from v_own_id then
    perform internal.require_permission('staff.manage');
    if v_staff_id is null then
      perform internal.fail('HT100', 'gone', '{"thing": "session"}');
    end if;
    perform internal.find_other_staff(v_staff_id);
  end if;
  update app.staff_sessions s set revoked_at = internal.now()
    where s.id = end_session.session_id and s.revoked_at is null;
  if not found then
    return false;
  end if;
  perform internal.log_activity(null, 'staff.session_ended', 'staff', v_staff_id, null,
    jsonb_build_object('session_id', end_session.session_id));
  return true;
end
$$;
grant execute on function staff.end_session(uuid) to haat_staff;

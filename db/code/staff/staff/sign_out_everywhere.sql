-- Ends all your sessions at once, this one too, and gives how many.
-- Raises: nothing.
create or replace function staff.sign_out_everywhere() returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_id constant uuid := internal.current_actor_id();
  v_count integer;
begin
  update app.staff_sessions s set revoked_at = internal.now()
    where s.staff_id = v_id and s.revoked_at is null and s.expires_at > internal.now();
  get diagnostics v_count = row_count;
  -- Those of sessions that have run out, too.
  delete from app.staff_push_devices d where d.id in (
    select x.id from app.staff_push_devices x where x.staff_id = v_id order by x.id for update);
  perform internal.log_activity(null, 'staff.signed_out_everywhere', 'staff', v_id, null,
    jsonb_build_object('sessions', v_count));
  return v_count;
end
$$;
grant execute on function staff.sign_out_everywhere() to haat_staff;

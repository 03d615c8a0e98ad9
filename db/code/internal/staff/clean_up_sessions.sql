--! owner: haat_gatekeeper
-- Removes staff sessions that ended a week ago, with their devices that get notices; places without a sign-in for 180
-- days; and wrong attempts that are forgotten by now. Gives how many rows. Challenges of passkeys that lapsed go too.
-- A timer; may be run twice.
-- see: guides/inside#background-work
create or replace function internal.clean_up_sessions() returns bigint
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_now constant timestamptz := internal.now();
  v_sessions bigint;
  v_places bigint;
  v_waits bigint;
begin
  delete from app.staff_push_devices d where d.id in (
    select x.id
    from app.staff_push_devices x
    join app.staff_sessions s on s.id = x.session_id
    where least(s.expires_at, s.revoked_at) < v_now - interval '7 days'
    order by x.id for update of x);
  delete from app.staff_sessions s where least(s.expires_at, s.revoked_at) < v_now - interval '7 days';
  get diagnostics v_sessions = row_count;
  delete from app.staff_places p where p.last_used_at < v_now - interval '180 days';
  get diagnostics v_places = row_count;
  delete from internal.sign_in_waits w
    where w.failed_at < v_now - make_interval(secs => least(86400, 3600 * w.failures));
  get diagnostics v_waits = row_count;
  delete from internal.passkey_challenges c where c.expires_at < v_now;
  return v_sessions + v_places + v_waits;
end
$$;
grant execute on function internal.clean_up_sessions() to haat_worker;

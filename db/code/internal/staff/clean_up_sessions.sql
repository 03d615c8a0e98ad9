--! owner: haat_gatekeeper
-- Removes staff sessions that ended a week ago and gives how many. A timer; may be run twice.
-- decisions: 8
create or replace function internal.clean_up_sessions() returns bigint
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_count bigint;
begin
  delete from app.staff_sessions s where least(s.expires_at, s.revoked_at) < internal.now() - interval '7 days';
  get diagnostics v_count = row_count;
  return v_count;
end
$$;
grant execute on function internal.clean_up_sessions() to haat_worker;

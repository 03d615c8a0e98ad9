-- Gives the time of business rules where haat.clock_offset is set; see internal.now.
--
-- Every login can write that setting, and an expired key is good again where the clock stands earlier. So our logins
-- move the clock only where they were granted it, which the tests do: grant set on parameter haat.clock_offset.
create or replace function internal.moved_now() returns timestamptz
language plpgsql volatile
set search_path = ''
as $$
declare
  v_offset interval := current_setting('haat.clock_offset');
begin
  if session_user like 'haat\_%' and not has_parameter_privilege(session_user, 'haat.clock_offset', 'set') then
    v_offset := '0';
  end if;
  return date_trunc('milliseconds', clock_timestamp() + v_offset);
end
$$;
grant execute on function internal.moved_now()
  to haat_api, haat_gatekeeper, haat_staff, haat_worker, haat_dba, haat_gateway;

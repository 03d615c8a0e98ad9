-- Gives the time of business rules, cut to milliseconds as the API shows it.
--
-- The only clock of business rules: the wall clock at the call, moved by haat.clock_offset. Every login can write that
-- setting, and an expired key is good again where the clock stands earlier. So our logins move the clock only where
-- they were granted it, which the tests do: grant set on parameter haat.clock_offset.
create or replace function internal.now() returns timestamptz
language sql volatile
return pg_catalog.date_trunc('milliseconds', pg_catalog.clock_timestamp() + case
  when coalesce(pg_catalog.current_setting('haat.clock_offset', true), '') = '' then interval '0'
  when session_user like 'haat\_%'
    and not pg_catalog.has_parameter_privilege(session_user, 'haat.clock_offset', 'set') then interval '0'
  else pg_catalog.current_setting('haat.clock_offset')::interval end);
grant execute on function internal.now() to haat_api, haat_gatekeeper, haat_staff, haat_worker, haat_dba, haat_gateway;

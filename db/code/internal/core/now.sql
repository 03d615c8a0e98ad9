-- Gives the time of business rules, cut to milliseconds as the API shows it.
--
-- The only clock of business rules: the wall clock at the call, moved by haat.clock_offset (tests).
create or replace function internal.now() returns timestamptz
language sql volatile
return pg_catalog.date_trunc('milliseconds', pg_catalog.clock_timestamp()
  + coalesce(nullif(pg_catalog.current_setting('haat.clock_offset', true), ''), '0')::interval);
grant execute on function internal.now() to haat_api, haat_gatekeeper, haat_staff, haat_worker, haat_dba, haat_gateway;

-- Gives the time of business rules: the clock at the call, plus setting haat.clock_offset, cut to milliseconds.
--
-- The only clock of business rules: wall time, moved by haat.clock_offset (tests), cut to milliseconds as the API shows it.
create or replace function internal.now() returns timestamptz
language sql volatile
return pg_catalog.date_trunc('milliseconds', pg_catalog.clock_timestamp()
  + coalesce(nullif(pg_catalog.current_setting('haat.clock_offset', true), ''), '0')::interval);
grant execute on function internal.now() to haat_api, haat_gatekeeper, haat_staff, haat_worker, haat_dba, haat_gateway;

-- Gives the time of business rules, cut to milliseconds as the API shows it.
--
-- The only clock of business rules: the wall clock at the call, moved by haat.clock_offset where that is set. It is
-- used in many statements of each write, and Postgres prepares each copy before it runs the statement: what nearly
-- never happens is therefore in the other function.
create or replace function internal.now() returns timestamptz
language sql volatile
return case
  when coalesce(pg_catalog.current_setting('haat.clock_offset', true), '') = ''
    then pg_catalog.date_trunc('milliseconds', pg_catalog.clock_timestamp())
  else internal.moved_now() end;
grant execute on function internal.now() to haat_api, haat_gatekeeper, haat_staff, haat_worker, haat_dba, haat_gateway;

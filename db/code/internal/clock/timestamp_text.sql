-- Gives a moment as the API shows it: ISO 8601 in UTC, cut to milliseconds.
-- see: guides/overview#conventions
--
-- No "set search_path": a plain SQL body can be inlined into the documents, which call this for every row.
create or replace function internal.timestamp_text(value timestamptz) returns text
language sql stable strict parallel safe
return pg_catalog.to_char(value at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
grant execute on function internal.timestamp_text(timestamptz)
  to haat_api, haat_gatekeeper, haat_staff, haat_dba;

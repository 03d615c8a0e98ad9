-- Gives the request that this transaction works for: X-Request-Id of the answer and of the log. Null without one.
create or replace function internal.current_request_id() returns text
language sql stable
return nullif(pg_catalog.current_setting('haat.request_id', true), '');
grant execute on function internal.current_request_id() to haat_api, haat_gatekeeper, haat_staff;

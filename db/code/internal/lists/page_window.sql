-- Gives the condition that the window of a list (created_after, created_before) sets at one of its ends; empty where
-- it has none.
-- Takes: the input of the list, and which end: the later one, or the earlier.
create or replace function internal.page_window(input jsonb, is_later boolean) returns text
language sql immutable
return case
  when is_later and input ->> 'created_before' is not null then
    ' and t.created_at < pg_catalog.date_trunc(''milliseconds'', ($1 ->> ''created_before'')::timestamptz)'
  when not is_later and input ->> 'created_after' is not null then
    ' and t.created_at >= pg_catalog.date_trunc(''milliseconds'', ($1 ->> ''created_after'')::timestamptz)'
  else '' end;
grant execute on function internal.page_window(jsonb, boolean) to haat_api, haat_gatekeeper;

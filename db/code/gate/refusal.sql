-- Takes: the parts of a caught error.
-- Gives: the outcome object that the doorman reads.
create or replace function gate.refusal(sqlstate text, message text, detail text, constraint_name text, context text, request_id text) returns jsonb
language sql immutable
return pg_catalog.jsonb_build_object(
  'sqlstate', sqlstate,
  'message', message,
  'fields', case when sqlstate like 'HT%' and detail <> '' then detail::jsonb -> 'fields' end,
  'retry_after', case when sqlstate like 'HT%' and detail <> '' then detail::jsonb -> 'retry_after' end,
  'constraint', nullif(constraint_name, ''),
  -- Only what nobody foresaw needs its place in the code, and only in our log; not the detail, which may hold a row.
  'context', case when sqlstate not like 'HT%' then context end,
  'replayed', false,
  'request_id', request_id);
grant execute on function gate.refusal(text, text, text, text, text, text) to haat_api;

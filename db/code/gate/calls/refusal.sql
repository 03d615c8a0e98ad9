-- Turns a caught error into the outcome object that the server reads.
-- Takes: the parts of the error, as "get stacked diagnostics" gives them, and the request id.
-- Gives: {sqlstate, message, meaning, fields, retry_after, constraint, context, replayed, request_id}.
-- Raises: nothing.
create or replace function gate.refusal(sqlstate text, message text, detail text, constraint_name text, context text,
  request_id text) returns jsonb
language sql immutable
return pg_catalog.jsonb_build_object(
  'sqlstate', sqlstate,
  'message', message,
  'meaning', case when sqlstate like 'HT%' and detail <> '' then internal.meaning(detail::jsonb -> 'problem') end,
  'fields', case when sqlstate like 'HT%' and detail <> '' then detail::jsonb -> 'fields' end,
  'retry_after', case when sqlstate like 'HT%' and detail <> '' then detail::jsonb -> 'retry_after' end,
  'constraint', nullif(constraint_name, ''),
  -- Where in the code an unexpected error came from, for our log only. Not the detail, which may hold a row.
  'context', case when sqlstate not like 'HT%' then context end,
  'replayed', false,
  'request_id', request_id);
grant execute on function gate.refusal(text, text, text, text, text, text) to haat_api;

-- Turns a stored answer into the outcome object that the server reads.
-- Takes: the row of the Idempotency-Key.
-- Gives: {sqlstate, message, fields, constraint, replayed, request_id}, with the id of the first request.
-- Raises: nothing.
-- see: guides/idempotency
create or replace function gate.replayed_outcome(stored app.idempotency_keys) returns jsonb
language sql immutable
return pg_catalog.jsonb_build_object(
  'sqlstate', stored.sqlstate,
  'message', stored.message,
  'fields', stored.fields,
  'constraint', stored."constraint",
  'replayed', true,
  'request_id', stored.request_id);
grant execute on function gate.replayed_outcome(app.idempotency_keys) to haat_api;

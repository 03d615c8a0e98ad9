-- Turns an admission into the outcome object that the server reads.
-- Takes: the admission and the request id.
-- Gives: {rate, retry_after, key, sqlstate, message, replayed, request_id}.
-- Raises: nothing.
create or replace function gate.admission_outcome(a gate.admission, request_id text) returns jsonb
language sql immutable
return pg_catalog.jsonb_build_object(
  'rate', case when a.rate_limit is not null then pg_catalog.jsonb_build_object(
    'limit', a.rate_limit,
    'remaining', a.rate_remaining,
    'reset', a.rate_reset) end,
  'retry_after', a.retry_after,
  'key', case when a.key_id is not null then pg_catalog.jsonb_build_object(
    'id', a.key_id,
    'company_id', a.company_id,
    'type', a.key_type,
    'scopes', a.key_scopes) end,
  'sqlstate', a.sqlstate,
  'message', a.message,
  'replayed', false,
  'request_id', request_id);
grant execute on function gate.admission_outcome(gate.admission, text) to haat_gateway, haat_gatekeeper;

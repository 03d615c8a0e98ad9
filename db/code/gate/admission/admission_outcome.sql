-- Turns an admission into the outcome object that the server reads.
-- Takes: the admission and the request id.
-- Gives: {rate, retry_after, key, sqlstate, message, replayed, request_id}.
-- Raises: nothing.
create or replace function gate.admission_outcome(admission gate.admission, request_id text) returns jsonb
language sql stable
return pg_catalog.jsonb_build_object(
  'rate', case when admission.rate_limit is not null then pg_catalog.jsonb_build_object(
    'limit', admission.rate_limit,
    'remaining', admission.rate_remaining,
    'reset', admission.rate_reset) end,
  'retry_after', admission.retry_after,
  'key', case when admission.key_id is not null then pg_catalog.jsonb_build_object(
    'id', admission.key_id,
    'company_id', admission.company_id,
    'type', admission.key_type,
    'scopes', admission.key_scopes) end,
  'sqlstate', admission.sqlstate,
  'message', admission.message,
  'replayed', false,
  'request_id', request_id);
grant execute on function gate.admission_outcome(gate.admission, text) to haat_gateway, haat_gatekeeper;

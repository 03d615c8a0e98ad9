-- Runs one call of REST or of a tool: admission, then the operation.
-- Takes: the key's SHA-256, the operation and its input, the scopes, bucket and cost (calls) of the call, the
-- Idempotency-Key and request hash (or null), the request id and, for tools, the last argument of gate.admit.
-- Gives: the outcome {rate, retry_after, key, sqlstate, message, fields, constraint, context, replayed, request_id,
-- headers} and the operation's JSON text. A refusal is in sqlstate: HT001 to HT005 of the admission, HT006 and HT007
-- of the Idempotency-Key, those of internal.check_version (HT008, HT010, HT100, HT101, HT017), then those of the
-- operation.
-- Raises: nothing.
-- design: The request path
--
-- The only entry point of REST and tools: one round trip, two transactions. It must run outside a transaction. It is a
-- procedure, because only a procedure may commit between them; so it can neither be "security definer" nor carry
-- settings, and all names below are qualified.
create or replace procedure gate.call(key_hash bytea, operation text, input jsonb, scopes text[], bucket text,
  cost integer, idempotency_key text, request_hash bytea, request_id text, inout outcome json, inout result text,
  out_of_scope_bucket text default null)
language plpgsql
as $$
declare
  v_admission gate.admission;
  v_admitted jsonb;
  v_outcome jsonb;
begin
  v_admission := gate.admit(key_hash, scopes, bucket,
    gate.cost_of_call(key_hash, cost, idempotency_key, request_hash, request_id),
    out_of_scope_bucket => out_of_scope_bucket);
  -- The count is permanent now and the rate row free, whatever becomes of the operation.
  commit;
  v_admitted := gate.admission_outcome(v_admission, request_id);
  if v_admission.sqlstate is not null then
    outcome := v_admitted;
    return;
  end if;
  select r.outcome, r.result into v_outcome, result
    from gate.run(key_hash, operation, input, idempotency_key, request_hash, request_id,
      is_reading => bucket operator(pg_catalog.=) 'read') r;
  outcome := v_admitted operator(pg_catalog.||) v_outcome;
end
$$;
grant execute on procedure
  gate.call(bytea, text, jsonb, text[], text, integer, text, bytea, text, json, text, text) to haat_gateway;

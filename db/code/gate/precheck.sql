-- Takes: what gate.call takes.
-- Admits and counts the call.
-- Gives: its outcome and, where it is replayed, the document as text, else what the precheck found out for the
-- doorman (JSON text, mostly empty).
-- Must run outside a transaction.
-- design: The request path
--
-- The first half of a call with work outside the database (links to resolve or fetch, bytes to store): admission, the
-- answer that its Idempotency-Key already has, and internal.precheck_<operation>, which asks what the operation would
-- refuse whatever the outside says: plan, switch, records. So nothing is fetched for a call that cannot succeed. The
-- second half is gate.call with cost 0, which decides anew: no lock outlives this look. A procedure as gate.call is.
create or replace procedure gate.precheck(key_hash bytea, operation text, input jsonb, scopes text[], bucket text,
  cost integer,
  idempotency_key text, request_hash bytea, request_id text, inout outcome json, inout result text, out_of_scope_bucket text default null)
language plpgsql
as $$
declare
  v_admission gate.admission;
  v_known jsonb;
  v_admitted jsonb;
  v_outcome jsonb;
begin
  -- A replay costs one write, however many images it brings.
  if cost operator(pg_catalog.>) 1 and idempotency_key is not null then
    select r.outcome into v_known from gate.replay(key_hash, idempotency_key, request_hash, request_id) r;
  end if;
  v_admission := gate.admit(key_hash, scopes, bucket, case when v_known is null then cost else 1 end,
    out_of_scope_bucket => out_of_scope_bucket);
  commit;
  v_admitted := gate.admission_outcome(v_admission, request_id);
  if v_admission.sqlstate is not null then
    outcome := v_admitted;
    return;
  end if;
  select r.outcome, r.result into v_outcome, result
    from gate.run(key_hash, operation, input, idempotency_key, request_hash, request_id, is_precheck => true) r;
  outcome := v_admitted operator(pg_catalog.||) v_outcome;
end
$$;
grant execute on procedure gate.precheck(bytea, text, jsonb, text[], text, integer, text, bytea, text, json, text, text)
  to haat_gateway;

-- Runs the first half of a call that has work outside the database (links to fetch, bytes to store).
-- Takes: what gate.call takes.
-- Gives: the outcome as gate.call does (HT001 to HT005, HT006 and HT007, of the version HT008, HT010, HT100, HT101 and
-- HT017, and what the operation would refuse in any case). With it, the stored answer where the call is a replay, else
-- what the precheck found out for the server (JSON text, mostly empty).
-- Raises: nothing.
-- design: The request path
--
-- Admission, the answer that its Idempotency-Key already has, and internal.precheck_<operation>, which asks what the
-- operation would refuse whatever the outside says: plan, switch, records. So nothing is fetched for a call that
-- cannot succeed. The second half is gate.call with cost 0, which decides anew: no lock is held between the two. It
-- must run outside a transaction, and is a procedure for the reason that gate.call is one.
create or replace procedure gate.precheck(key_hash bytea, operation text, input jsonb, scopes text[], bucket text,
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
grant execute on procedure
  gate.precheck(bytea, text, jsonb, text[], text, integer, text, bytea, text, json, text, text) to haat_gateway;

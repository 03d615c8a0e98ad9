--! owner: haat_api
-- Runs one operation inside the fence of its key, or replays its stored answer.
-- Takes: the key's SHA-256, the operation of schema api and its input, the Idempotency-Key and request hash (or null),
-- the request id, whether only the operation's precheck is to run, and whether the operation only reads.
-- Gives: the outcome and the document as text. A refusal is in sqlstate: HT001 to HT003 (the key died meanwhile),
-- HT007 and HT006 (Idempotency-Key), HT008, HT010, HT100, HT101 and HT017 (internal.check_version), then those of the
-- operation, in this order.
-- Raises: nothing.
-- see: guides/idempotency
--
-- Every answer comes back as a value, refusals too: the server needs the rate headers in any case. What gate.perform
-- answers, success or refusal, is stored for replay. What it raises is not: the same key may be tried again. A
-- precheck takes the lock of its key only for a refusal, which is stored: its look must not refuse the call under way.
-- A precheck without a request hash comes before a file that is still to be read: it stores nothing, since the key is
-- bound to the file.
create or replace function gate.run(key_hash bytea, operation text, input jsonb, idempotency_key text,
  request_hash bytea, request_id text, is_precheck boolean default false, is_reading boolean default false,
  out outcome jsonb, out result text)
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_stored app.idempotency_keys;
  v_answer record;
  v_sqlstate text;
  v_message text;
  v_detail text;
  v_constraint text;
  v_context text;
begin
  perform gate.enter(key_hash, request_id, is_reading);
  if idempotency_key is not null then
    v_stored := case when is_precheck then gate.stored_answer(idempotency_key, request_hash)
      else gate.recall(idempotency_key, request_hash) end;
    if v_stored.lineage_id is not null then
      outcome := gate.replayed_outcome(v_stored);
      result := v_stored.result;
      return;
    end if;
  end if;
  v_answer := gate.perform(operation, input, request_id, is_precheck);
  outcome := v_answer.outcome;
  result := v_answer.result;
  -- A precheck that finds nothing leaves the key to the operation.
  if idempotency_key is null or (is_precheck and (request_hash is null or outcome ->> 'sqlstate' is null)) then
    return;
  end if;
  if is_precheck then
    v_stored := gate.recall(idempotency_key, request_hash);
    if v_stored.lineage_id is not null then
      outcome := gate.replayed_outcome(v_stored);
      result := v_stored.result;
      return;
    end if;
  end if;
  perform gate.remember(idempotency_key, request_hash, operation, outcome, result);
exception when others then
  get stacked diagnostics v_sqlstate = returned_sqlstate, v_message = message_text, v_detail = pg_exception_detail,
    v_constraint = constraint_name, v_context = pg_exception_context;
  result := null;
  outcome := gate.refusal(v_sqlstate, v_message, v_detail, v_constraint, v_context, request_id);
end
$$;
grant execute on function gate.run(bytea, text, jsonb, text, bytea, text, boolean, boolean) to haat_gateway;

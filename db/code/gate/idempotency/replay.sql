--! owner: haat_api
-- Looks for the stored answer of a call, before its form is read and before its images are counted.
-- Takes: the key's SHA-256, the Idempotency-Key, the request hash and the request id.
-- Gives: the stored answer, or a refusal (HT001 to HT003, HT006 in sqlstate), or null and null when the call is
-- to run.
-- Raises: nothing.
-- see: guides/idempotency
--
-- A retry must neither read its form nor count its images again. This look takes no lock: nothing may be held while
-- the server waits for the network, and a lock of a moment would refuse the call that is about to decide. gate.run
-- asks again and decides.
create or replace function gate.replay(key_hash bytea, idempotency_key text, request_hash bytea, request_id text,
  out outcome jsonb, out result text)
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_stored app.idempotency_keys;
  v_sqlstate text;
  v_message text;
  v_detail text;
  v_context text;
begin
  perform gate.enter(key_hash, request_id, is_reading => true);
  v_stored := gate.stored_answer(idempotency_key, request_hash);
  if v_stored.lineage_id is not null then
    outcome := gate.replayed_outcome(v_stored);
    result := v_stored.result;
  end if;
exception when others then
  get stacked diagnostics v_sqlstate = returned_sqlstate, v_message = message_text, v_detail = pg_exception_detail,
    v_context = pg_exception_context;
  outcome := gate.refusal(v_sqlstate, v_message, v_detail, null, v_context, request_id);
end
$$;
grant execute on function gate.replay(bytea, text, bytea, text) to haat_gateway;

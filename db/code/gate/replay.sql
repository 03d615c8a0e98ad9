--! owner: haat_api
-- Takes: the key's SHA-256, an Idempotency-Key, the request hash and the request id.
-- Gives: the stored answer or the refusal (HT001 to HT003, HT006, HT007), both null when the call is to run.
-- spec: Idempotency
--
-- Asked before a form is read, and before the pictures of a call are counted: a retry must do neither again. No lock
-- outlives this look, since nothing may be held open while the network is waited for; gate.run asks again and decides.
create or replace function gate.replay(key_hash bytea, idempotency_key text, request_hash bytea, request_id text, out outcome jsonb, out result text)
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
  perform gate.enter(key_hash, request_id);
  v_stored := gate.recall(idempotency_key, request_hash);
  if v_stored.lineage_id is not null then
    outcome := jsonb_build_object('sqlstate', v_stored.sqlstate, 'message', v_stored.message, 'fields', v_stored.fields,
      'constraint', v_stored."constraint", 'replayed', true, 'request_id', v_stored.request_id);
    result := v_stored.result;
  end if;
exception when others then
  get stacked diagnostics v_sqlstate = returned_sqlstate, v_message = message_text, v_detail = pg_exception_detail, v_context = pg_exception_context;
  outcome := gate.refusal(v_sqlstate, v_message, v_detail, null, v_context, request_id);
end
$$;
grant execute on function gate.replay(bytea, text, bytea, text) to haat_gateway;

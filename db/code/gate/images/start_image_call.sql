--! owner: haat_gatekeeper
-- Takes one of the two slots that a key has for calls with images.
-- Takes: the key's SHA-256, how long (seconds) the call may hold the slot and its Idempotency-Key (or null).
-- Gives: {lease}, or a refusal {sqlstate, message, retry_after}: HT001 to HT003 (key), HT007 (the same Idempotency-Key
-- is being processed), HT005 (both slots are taken).
-- Raises: nothing.
-- see: guides/images#rules, guides/idempotency
create or replace function gate.start_image_call(key_hash bytea, lease_seconds integer,
  idempotency_key text default null) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_caller constant gate.caller := gate.find_key(key_hash);
begin
  if v_caller.sqlstate is not null then
    return json_build_object('sqlstate', v_caller.sqlstate, 'message', internal.sentence(v_caller.message));
  end if;
  return internal.take_image_slot('key', v_caller.key_id, v_caller.lineage_id, lease_seconds,
    start_image_call.idempotency_key);
end
$$;
grant execute on function gate.start_image_call(bytea, integer, text) to haat_gateway;

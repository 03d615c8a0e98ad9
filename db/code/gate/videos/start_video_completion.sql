--! owner: haat_api
-- Leases a video to the call that completes its upload.
-- Takes: the key's SHA-256, the input of complete_video, the request id, how long (seconds) the completion may take
-- and its Idempotency-Key (or null).
-- Gives: what internal.start_video_completion gives, or a refusal {sqlstate, message, fields, ...}: HT001 to HT003
-- (key), HT008 and HT100 (store_id, video), HT010 (plan), HT013 (videos are switched off), HT017 (its
-- version), HT113, HT114, HT116 (its upload is over), HT007 (it is being completed).
-- Raises: nothing.
create or replace function gate.start_video_completion(key_hash bytea, input jsonb, request_id text,
  lease_seconds integer, idempotency_key text default null) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_sqlstate text;
  v_message text;
  v_detail text;
  v_context text;
begin
  perform gate.enter(key_hash, request_id);
  return internal.start_video_completion(input, lease_seconds, idempotency_key);
exception when others then
  get stacked diagnostics v_sqlstate = returned_sqlstate, v_message = message_text, v_detail = pg_exception_detail,
    v_context = pg_exception_context;
  return gate.refusal(v_sqlstate, v_message, v_detail, null, v_context, request_id);
end
$$;
grant execute on function gate.start_video_completion(bytea, jsonb, text, integer, text) to haat_gateway;

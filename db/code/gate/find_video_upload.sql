grant create on schema gate to haat_api;
set local role haat_api;
create or replace function gate.find_video_upload(key_hash bytea, input jsonb, request_id text) returns json
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
  return internal.video_upload(input);
exception when others then
  get stacked diagnostics v_sqlstate = returned_sqlstate, v_message = message_text, v_detail = pg_exception_detail, v_context = pg_exception_context;
  return gate.refusal(v_sqlstate, v_message, v_detail, null, v_context, request_id);
end
$$;
comment on function gate.find_video_upload(bytea, jsonb, text) is 'Takes the key''s SHA-256, the input of get_video and the request id; gives {id, company_id, storage_key, storage_upload_id (or null), source, status, size_bytes}, or a refusal {sqlstate, message, fields, ...} as get_video would.';
grant execute on function gate.find_video_upload(bytea, jsonb, text) to haat_gateway;
set local role haat_owner;
revoke create on schema gate from haat_api;

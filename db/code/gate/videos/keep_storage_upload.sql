--! owner: haat_api
-- Notes the id that storage gave to the multipart upload of a video; the first id that is noted stays.
-- Takes: the key's SHA-256, the video, the storage's upload id and the request id.
-- Gives: {storage_upload_id}, the one that stays, or a refusal {sqlstate, message, fields, ...}: HT001 to HT003 (key),
-- HT100 (no such video), HT113, HT114, HT116 (its upload is over). A caller that is refused, or gets another id, must
-- abort its own upload.
-- Raises: nothing.
create or replace function gate.keep_storage_upload(key_hash bytea, video_id uuid, storage_upload_id text,
  request_id text) returns json
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
  return internal.keep_storage_upload(video_id, storage_upload_id);
exception when others then
  get stacked diagnostics v_sqlstate = returned_sqlstate, v_message = message_text, v_detail = pg_exception_detail,
    v_context = pg_exception_context;
  return gate.refusal(v_sqlstate, v_message, v_detail, null, v_context, request_id);
end
$$;
grant execute on function gate.keep_storage_upload(bytea, uuid, text, text) to haat_gateway;

create or replace function internal.video_upload(input jsonb) returns json
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.reading_store_id(input);
  v_upload json;
begin
  perform internal.require_videos(v_store_id);
  select json_build_object('id', v.id, 'company_id', v.company_id, 'storage_key', v.storage_key, 'storage_upload_id', v.storage_upload_id,
      'source', v.source, 'status', case when internal.has_expired(v.status, v.expires_at, v.lease_expires_at) then 'aborted' else v.status end, 'size_bytes', v.size_bytes)
    into v_upload
    from app.videos v
    where v.id = (input ->> 'id')::uuid and (v_store_id is null or v.store_id = v_store_id) and v.key_id = any (internal.current_key_ids());
  if v_upload is null then
    perform internal.fail('HT100', 'No such video among those that this key, or one it replaced, started.');
  end if;
  return v_upload;
end
$$;
comment on function internal.video_upload(jsonb) is 'Takes the input of get_video; gives where the video lies {id, company_id, storage_key, storage_upload_id (or null), source, status, size_bytes}. Refuses as get_video does.';
grant execute on function internal.video_upload(jsonb) to haat_api;

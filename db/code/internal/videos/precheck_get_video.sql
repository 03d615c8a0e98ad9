-- Takes: the input of get_video.
-- Gives: where the video lies {id, storage_key, storage_upload_id (or null), status, size_bytes}, before the storage
-- is asked.
-- Raises, in this order, HT100 (store), HT010, HT013, HT100.
create or replace function internal.precheck_get_video(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_reading(input);
  v_video app.videos;
begin
  perform internal.require_videos(v_store_id);
  v_video := internal.find_video((input ->> 'id')::uuid, v_store_id);
  return json_build_object('id', v_video.id, 'storage_key', v_video.storage_key, 'storage_upload_id',
    v_video.storage_upload_id,
    'status', v_video.status, 'size_bytes', v_video.size_bytes);
end
$$;
grant execute on function internal.precheck_get_video(jsonb) to haat_api;

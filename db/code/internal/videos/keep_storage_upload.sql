-- Takes: a video and the id that storage gave its upload in parts.
-- Stores the first one. Gives {storage_upload_id}: the stored one; a caller with another id aborts its own upload.
-- Raises: HT100, HT113, HT114, HT116.
create or replace function internal.keep_storage_upload(video_id uuid, storage_upload_id text) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_video app.videos;
begin
  select * into v_video from app.videos t where t.id = keep_storage_upload.video_id;
  v_video := internal.lock_video(keep_storage_upload.video_id, v_video.store_id);
  perform internal.require_uploading(v_video);
  update app.videos t set storage_upload_id = coalesce(t.storage_upload_id, keep_storage_upload.storage_upload_id)
    where t.id = v_video.id
    returning t.storage_upload_id into v_video.storage_upload_id;
  return json_build_object('storage_upload_id', v_video.storage_upload_id);
end
$$;
grant execute on function internal.keep_storage_upload(uuid, text) to haat_api;

-- Tells the server where an upload of staff is to go, before its parts are signed. Needs catalog.manage.
-- Takes: the video and, when the server has started its upload in the storage, the id of that: the first one stays.
-- Gives: {id, storage_key, storage_upload_id (null before the first is noted), size_bytes, part_count}.
-- Raises: HT014 (permission), HT100, HT010, HT013, HT113, HT114, HT116.
create or replace function internal.find_video_to_sign(id uuid, storage_upload_id text default null) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_video app.videos;
begin
  perform internal.require_permission('catalog.manage');
  v_video := internal.find_video(find_video_to_sign.id, null);
  perform internal.require_videos(v_video.store_id);
  perform internal.require_uploading(v_video);
  return json_build_object('id', v_video.id, 'storage_key', v_video.storage_key, 'storage_upload_id',
    case when find_video_to_sign.storage_upload_id is null then v_video.storage_upload_id
      else internal.keep_storage_upload(v_video.id, find_video_to_sign.storage_upload_id) ->> 'storage_upload_id' end,
    'size_bytes', v_video.size_bytes, 'part_count', v_video.part_count);
end
$$;
grant execute on function internal.find_video_to_sign(uuid, text) to haat_staff;

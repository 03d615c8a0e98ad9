-- Takes: an unfinished video under the company's lock and either why it is given up or the rule its file breaks with
-- the words for it.
-- Ends it: reservation freed, taken off all products, files deleted, video.rejected sent.
create or replace function internal.end_video(
  video_id uuid, abort_reason text default null, rejection_code text default null, rejection_message text default null
) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_video app.videos;
begin
  select * into v_video from app.videos t where t.id = end_video.video_id for no key update;
  perform internal.delete_media(v_video.storage_key, v_video.storage_upload_id),
    internal.delete_media(v_video.cover_key);
  delete from app.video_placements l where l.video_id = v_video.id;
  delete from app.video_parts p where p.video_id = v_video.id;
  update app.videos t set
    status = case when end_video.rejection_code is not null then 'rejected' else 'aborted' end,
    abort_reason = end_video.abort_reason, rejection_code = end_video.rejection_code,
      rejection_message = left(end_video.rejection_message, 1000),
    reserved_bytes = 0, expires_at = null, lease_id = null, lease_expires_at = null, storage_upload_id = null,
      source_validator = null, cover_key = null
    where t.id = v_video.id;
  if end_video.rejection_code is not null then
    perform internal.publish_video(v_video.id, 'video.rejected');
  end if;
end
$$;

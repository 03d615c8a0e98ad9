-- Takes: an uploading video whose file is whole in storage, under the company's lock.
-- Moves it to verifying and has a worker check it.
create or replace function internal.verify_video(video_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  delete from app.video_parts p where p.video_id = verify_video.video_id;
  update app.videos t set status = 'verifying', reserved_bytes = t.size_bytes, expires_at = null, lease_id = null,
    lease_expires_at = null,
    storage_upload_id = null, source_validator = null
    where t.id = verify_video.video_id;
  perform internal.enqueue('video__verify');
end
$$;

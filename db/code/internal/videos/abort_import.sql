-- Takes: an import and the lease.
-- Ends it as import_download_failed.
-- False: the lease is lost.
create or replace function internal.abort_import(video_id uuid, lease uuid) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_video constant app.videos := internal.enter_leased_video(abort_import.video_id, abort_import.lease);
begin
  if v_video.status = 'uploading' then
    perform internal.end_video(v_video.id, 'import_download_failed');
  end if;
  perform internal.leave_company();
  return coalesce(v_video.status = 'uploading', false);
end
$$;
grant execute on function internal.abort_import(uuid, uuid) to haat_worker;

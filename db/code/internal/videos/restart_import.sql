-- Takes: an import and the lease.
-- Forgets what was copied, because the source changed or cannot be read from the middle.
-- False: the lease is lost, stop.
--
-- The reservation stays: what comes next is measured against it.
create or replace function internal.restart_import(video_id uuid, lease uuid) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_video constant app.videos := internal.enter_leased_video(restart_import.video_id, restart_import.lease);
begin
  if v_video.id is not null then
    delete from app.video_parts p where p.video_id = v_video.id;
    update app.videos t set size_bytes = null, source_validator = null where t.id = v_video.id;
  end if;
  perform internal.leave_company();
  return v_video.id is not null;
end
$$;
grant execute on function internal.restart_import(uuid, uuid) to haat_worker;

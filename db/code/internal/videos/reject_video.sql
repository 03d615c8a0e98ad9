-- Takes: an import or a video being checked, the lease, the rule its file breaks (VIDEO_...) and the words for it.
-- Rejects it.
-- False: the lease is lost.
create or replace function internal.reject_video(video_id uuid, lease uuid, code text, message text) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_video constant app.videos := internal.enter_leased_video(reject_video.video_id, reject_video.lease);
begin
  if v_video.id is not null then
    perform internal.end_video(v_video.id, rejection_code => reject_video.code,
      rejection_message => reject_video.message);
  end if;
  perform internal.leave_company();
  return v_video.id is not null;
end
$$;
grant execute on function internal.reject_video(uuid, uuid, text, text) to haat_worker;

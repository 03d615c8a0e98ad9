-- Timer: ends uploads not complete 24 hours after their start, and imports that no worker took up within 1 hour, as
-- expired; gives how many.
-- Safe to run twice.
-- see: guides/videos#states
create or replace function internal.expire_videos() returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_expired record;
  v_video app.videos;
  v_count integer := 0;
begin
  for v_expired in select * from internal.expired_videos() loop
    begin
      perform internal.act_as(v_expired.company_id);
      perform internal.lock_company_videos();
      select * into v_video from app.videos t where t.id = v_expired.video_id for no key update;
      -- Completed, deleted or taken up while we came.
      continue when v_video.id is null
        or not internal.has_expired(v_video.status, v_video.expires_at, v_video.lease_expires_at);
      perform internal.end_video(v_video.id, 'expired');
      v_count := v_count + 1;
    exception when others then
      -- One that cannot be ended must not keep the others from it.
      raise warning 'video % was not expired: % (%)', v_expired.video_id, sqlerrm, sqlstate;
    end;
  end loop;
  perform internal.leave_company();
  return v_count;
end
$$;
grant execute on function internal.expire_videos() to haat_worker;

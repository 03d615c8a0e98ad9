-- Takes: a video and the lease of who works on it.
-- Puts the transaction inside its company's fence and gives the video locked, all null when the lease is no longer
-- theirs: cancelled, expired, taken over, ended.
--
-- What a worker found is written inside the company's own fence, under its lock, and only while the lease is its own.
create or replace function internal.enter_leased_video(video_id uuid, lease uuid) returns app.videos
language plpgsql volatile
set search_path = ''
as $$
declare
  v_company_id constant uuid := internal.company_of_video(enter_leased_video.video_id);
  v_video app.videos;
begin
  if v_company_id is not null then
    perform internal.act_as(v_company_id);
    perform internal.lock_company_videos();
    -- One that expired has given its reservation back, so a worker that comes too late may not revive it.
    select * into v_video from app.videos t
      where t.id = enter_leased_video.video_id and t.lease_id = enter_leased_video.lease
        and not internal.has_expired(t.status, t.expires_at, t.lease_expires_at)
      for no key update;
  end if;
  return v_video;
end
$$;

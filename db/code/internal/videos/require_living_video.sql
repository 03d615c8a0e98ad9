-- Takes: a video from internal.find_video or internal.lock_video.
-- Raises HT116 when it was rejected or has ended.
create or replace function internal.require_living_video(video app.videos) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if video.status in ('rejected', 'aborted') then
    perform internal.fail('HT116', 'videoEnded');
  end if;
end
$$;

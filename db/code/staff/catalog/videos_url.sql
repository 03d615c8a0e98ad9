-- The address that plays it; null until it is ready.
-- Raises: nothing.
create or replace function staff.videos_url(video app.videos) returns text
language sql stable
set search_path = ''
begin atomic
  select internal.media_url(video.playback_path);
end;
grant execute on function staff.videos_url(app.videos) to haat_staff;

-- The address of the picture shown until it plays: the cover that was set, or a frame of it. Null without either.
-- Raises: nothing.
create or replace function staff.videos_poster_url(video app.videos) returns text
language sql stable
set search_path = ''
begin atomic
  select internal.media_url(coalesce(video.cover_key, video.poster_key));
end;
grant execute on function staff.videos_poster_url(app.videos) to haat_staff;

-- Size in bytes of every part that it is uploaded in, except the last part, which has the rest; null for imports.
-- Raises: nothing.
create or replace function staff.videos_part_size(video app.videos) returns integer
language sql stable
set search_path = ''
begin atomic
  select case when video.source = 'upload' then 8388608 end;
end;
grant execute on function staff.videos_part_size(app.videos) to haat_staff;

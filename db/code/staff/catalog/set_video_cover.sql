-- Sets the picture that is shown until a video plays, in place of a frame of it. Needs catalog.manage.
-- Raises: HT014 (permission), HT008 (upload), HT100 (id), HT010, HT013, HT116.
create or replace function staff.set_video_cover(body jsonb) returns app.videos
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_change record;
  v_video app.videos;
begin
  v_change := internal.begin_video_change('video', body);
  perform api.set_video_cover(v_change.input);
  select * into v_video from app.videos t where t.id = v_change.id;
  return internal.readable_videos(v_video);
end
$$;
grant execute on function staff.set_video_cover(jsonb) to haat_staff;

-- Cancels an unfinished upload or import, which ends aborted, or removes a finished video that only archived products
-- show. Needs catalog.manage.
-- Gives: the video as it is; one that was removed as it was.
-- Raises: HT014 (permission), HT008 (a field), HT100 (id), HT010, HT013, HT114, HT115.
create or replace function staff.delete_video(body jsonb) returns app.videos
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_change record;
  v_removed app.videos;
  v_video app.videos;
begin
  v_change := internal.begin_video_change('video', body);
  select * into v_removed from app.videos t where t.id = v_change.id;
  perform api.delete_video(v_change.input);
  select * into v_video from app.videos t where t.id = v_change.id;
  return internal.readable_videos(case when v_video.id is null then v_removed else v_video end);
end
$$;
grant execute on function staff.delete_video(jsonb) to haat_staff;

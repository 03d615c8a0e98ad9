-- Starts the upload of a video, an H.264 MP4 of up to 200 MiB. Its parts are signed, sent and completed next; an
-- unfinished upload expires after 24 hours. Needs catalog.manage.
-- Raises: HT014 (permission), HT008 (a field), HT100 (store_id), HT010, HT013, HT120, HT121, HT005 (with
-- Retry-After), HT110, HT012.
create or replace function staff.create_video(body jsonb) returns app.videos
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_change record;
  v_video app.videos;
begin
  v_change := internal.begin_video_change('video', body);
  v_change.id := (api.create_video(v_change.input) ->> 'id')::uuid;
  select * into v_video from app.videos t where t.id = v_change.id;
  return internal.readable_videos(v_video);
end
$$;
grant execute on function staff.create_video(jsonb) to haat_staff;

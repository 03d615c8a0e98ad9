-- Takes: the input of set_video_cover.
-- Checks what can be checked before its images are downloaded.
-- Raises, in this order, HT008 and HT100 for store_id, HT010, HT013, HT100, HT116.
create or replace function internal.precheck_set_video_cover(input jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_writing(input);
begin
  perform internal.require_videos(v_store_id);
  perform internal.require_living_video(internal.find_video((input ->> 'id')::uuid, v_store_id));
end
$$;
grant execute on function internal.precheck_set_video_cover(jsonb) to haat_api;

-- Takes: the input of complete_video.
-- Checks what can be checked before the storage is asked.
-- Raises, in this order, HT008 and HT100 for store_id, HT010, HT013, HT100.
-- Whether it may be completed is for gate.start_video_completion, which leases it.
create or replace function internal.precheck_complete_video(input jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_writing(input);
begin
  perform internal.require_videos(v_store_id);
  perform internal.find_video((input ->> 'id')::uuid, v_store_id);
end
$$;
grant execute on function internal.precheck_complete_video(jsonb) to haat_api;

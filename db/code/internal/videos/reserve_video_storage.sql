-- Takes: the plan that internal.lock_company_videos gave, the bytes a video is about to take and the field to name.
-- Raises HT012 unless they fit beside what is used.
-- The row that takes them is the reservation.
create or replace function internal.reserve_video_storage(plan app.plans, bytes bigint, field text) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_used constant bigint := internal.used_video_storage(internal.current_company_id());
begin
  if v_used + bytes > plan.video_storage_bytes then
    perform internal.fail('HT012', 'planVideos',
      jsonb_build_object('used', v_used, 'most', plan.video_storage_bytes, 'needed', bytes),
      fields => jsonb_build_object(field, jsonb_build_array(internal.problem('planVideos.storage'))));
  end if;
end
$$;

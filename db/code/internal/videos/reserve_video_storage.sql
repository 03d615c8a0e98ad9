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
    perform internal.fail('HT012', format(
      'The plan''s video storage is full: %s of %s bytes are used or reserved, and this needs %s.', v_used,
      plan.video_storage_bytes, bytes),
      jsonb_build_object(field, jsonb_build_array('does not fit the plan''s video storage')));
  end if;
end
$$;

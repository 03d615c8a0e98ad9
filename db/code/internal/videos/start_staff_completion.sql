-- internal.start_video_completion for staff, before the storage is asked. Needs catalog.manage.
-- Takes: the input of staff.complete_video and how long (seconds) the completion may take.
-- Raises: HT014 (permission), HT100, HT010, HT013, HT113, HT114, HT116.
create or replace function internal.start_staff_completion(body jsonb, lease_seconds integer) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform internal.require_permission('catalog.manage');
  return internal.start_video_completion(jsonb_build_object('id', body ->> 'id', 'store_id',
    (internal.find_video((body ->> 'id')::uuid, null)).store_id), lease_seconds);
end
$$;
grant execute on function internal.start_staff_completion(jsonb, integer) to haat_staff;

-- Timer: removes ready videos that were on no product for 48 hours (when they stop counting against storage) and 7
-- days; gives how many.
-- Safe to run twice.
-- see: guides/videos#states
create or replace function internal.remove_unshown_videos() returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_unshown record;
  v_before constant timestamptz := internal.now() - interval '48 hours' - interval '7 days';
  v_count integer := 0;
begin
  for v_unshown in select * from internal.unshown_videos() loop
    begin
      perform internal.act_as(v_unshown.company_id);
      perform internal.lock_company_videos();
      -- Placed again while we came: then it stays.
      continue when not exists (select from app.videos t where t.id = v_unshown.video_id
        and t.unshown_since <= v_before);
      perform internal.remove_video(v_unshown.video_id);
      v_count := v_count + 1;
    exception when others then
      raise warning 'video % was not removed: % (%)', v_unshown.video_id, sqlerrm, sqlstate;
    end;
  end loop;
  perform internal.leave_company();
  return v_count;
end
$$;
grant execute on function internal.remove_unshown_videos() to haat_worker;

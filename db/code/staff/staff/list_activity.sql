-- What people did, the newest first, at most 100; what a job or a test store did is one entry, its newest. Those
-- before an entry come with starting_after, and with the jobs and test stores that were told already. only_of: each
-- entry of a job or test store.
-- Takes: who did it, the type of the object, and from when until when, to those with activity.read.
-- Gives: entries of the activity; folds_of_activity says what stands for many.
-- Raises: nothing.
--
-- An entry of a job or a test store ends a reading, and the next one passes over the rest of it: of a job what the
-- same actor did, because a caller may send the request id of a line of a job too.
create or replace function staff.list_activity(actor_id uuid default null, object_type text default null,
  from_at timestamptz default null, until_at timestamptz default null, only_of uuid default null,
  starting_after uuid default null, told uuid[] default '{}') returns setof app.activity_log
language plpgsql stable rows 50
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
declare
  v_test_stores constant uuid[] := array(select s.id from app.stores s where s.is_test);
  v_told text[] := array(
    select concat_ws(':', t.id, coalesce(j.key_id, j.staff_id))
    from unnest(list_activity.told) t(id)
    left join app.jobs j on j.id = t.id);
  v_at timestamptz := internal.feed_time(list_activity.starting_after);
  v_id uuid := list_activity.starting_after;
  v_end_id constant uuid := case when list_activity.until_at is null then 'ffffffff-ffff-ffff-ffff-ffffffffffff'
    else '00000000-0000-0000-0000-000000000000' end;
  -- A job tells of nothing from before it was sent, which its id says: less a day, for clocks that differ.
  v_begin constant timestamptz := case when list_activity.only_of <> all (v_test_stores)
    then uuid_extract_timestamp(list_activity.only_of) - interval '1 day' end;
  v_left integer := 100;
  v_fold text;
  v_entry app.activity_log;
begin
  if v_at is null and list_activity.starting_after is not null then
    return;
  end if;
  loop
    v_fold := null;
    for v_entry in
      select l.*
      from internal.readable_activity_log l
      cross join lateral (
        select internal.activity_fold(l.request_id, l.store_id, v_test_stores) as id offset 0
      ) f
      where (l.created_at, l.id) < (coalesce(v_at, list_activity.until_at, 'infinity'),
          coalesce(v_id, v_end_id))
        and (list_activity.from_at is null or l.created_at >= list_activity.from_at)
        and (v_begin is null or l.created_at >= v_begin)
        and (list_activity.actor_id is null or l.actor_id = list_activity.actor_id)
        and (list_activity.object_type is null or l.object_type = list_activity.object_type)
        and case
          when list_activity.only_of is not null then f.id = list_activity.only_of::text
          else f.id is null or not array[f.id, f.id || ':' || l.actor_id] && v_told end
      order by l.created_at desc, l.id desc
      limit v_left
    loop
      v_at := v_entry.created_at;
      v_id := v_entry.id;
      v_left := v_left - 1;
      return next v_entry;
      if list_activity.only_of is null then
        v_fold := internal.activity_fold(v_entry.request_id, v_entry.store_id, v_test_stores);
        exit when v_fold is not null;
      end if;
    end loop;
    exit when v_fold is null or v_left = 0;
    v_told := v_told || case when v_fold::uuid = any (v_test_stores) then v_fold
      else concat_ws(':', v_fold, v_entry.actor_id) end;
  end loop;
end
$$;
grant execute on function staff.list_activity(uuid, text, timestamptz, timestamptz, uuid, uuid, uuid[]) to haat_staff;

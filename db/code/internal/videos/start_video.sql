-- Takes: the store, upload or import, the file's name or the link, and the size (null for an import).
-- Starts the video and gives its id.
-- Raises, in this order, HT005 (the day's starts, the day's imports; Retry-After to UTC midnight), HT110 (unfinished
-- ones of the key or person, of the store), HT012 (storage).
-- see: guides/videos#limits
--
-- Under the company's lock every limit is exact: 50 starts a store and UTC day, 20 imports a key or
-- person and UTC day, 4 unfinished a key or person and 6 a store, and the plan's storage.
create or replace function internal.start_video(store_id uuid, source text, name text, size_bytes bigint) returns uuid
language plpgsql volatile
set search_path = ''
as $$
declare
  v_most_a_day constant integer := 50;
  v_most_imports constant integer := 20;
  v_most_open constant integer := 4;
  v_most_open_in_store constant integer := 6;
  v_plan constant app.plans := internal.lock_company_videos();
  v_company_id constant uuid := internal.current_company_id();
  v_is_staff constant boolean := internal.is_staff_acting();
  v_key_id constant uuid := internal.context_setting('haat.key_id')::uuid;
  v_staff_id constant uuid := case when v_is_staff then internal.current_actor_id() end;
  -- A key with those that it replaced: else rotating would begin anew.
  v_starter_ids constant uuid[] := case when v_is_staff then array[v_staff_id] else internal.current_key_ids() end;
  v_now constant timestamptz := internal.now();
  v_day constant date := (v_now at time zone 'UTC')::date;
  v_midnight constant integer := greatest(1,
    ceil(extract(epoch from (v_day + 1)::timestamp at time zone 'UTC' - v_now)));
  v_bytes constant bigint := coalesce(start_video.size_bytes, 209715200);
  v_is_import constant boolean := start_video.source = 'import';
  v_started record;
  v_open record;
  v_id uuid;
begin
  v_started := internal.count_video_starts(start_video.store_id, v_starter_ids, v_day);
  if v_started.in_store >= v_most_a_day then
    perform internal.fail('HT005', 'videoTooMany.today', jsonb_build_object('most', v_most_a_day),
      retry_after => v_midnight);
  elsif v_is_import and v_started.imports_by_starters >= v_most_imports then
    perform internal.fail('HT005',
      case when v_is_staff then 'videoTooMany.imports' else 'videoTooMany.importsOfKey' end,
      jsonb_build_object('most', v_most_imports),
      retry_after => v_midnight);
  end if;
  v_open := internal.count_open_videos(start_video.store_id, v_starter_ids);
  if v_open.by_starters >= v_most_open then
    perform internal.fail('HT110',
      case when v_is_staff then 'videoTooMany.unfinished' else 'videoTooMany.unfinishedOfKey' end,
      jsonb_build_object('most', v_most_open));
  elsif v_open.in_store >= v_most_open_in_store then
    perform internal.fail('HT110', 'videoTooMany', jsonb_build_object('most', v_most_open_in_store));
  end if;
  perform internal.reserve_video_storage(v_plan, v_bytes,
    case when v_is_import then 'source_url' else 'size_bytes' end);
  insert into app.video_starts as s (company_id, store_id, key_id, staff_id, day, starts, imports)
  values (v_company_id, start_video.store_id, v_key_id, v_staff_id, v_day, 1, v_is_import::integer)
  on conflict on constraint video_starts_pkey do update
    set starts = s.starts + 1, imports = s.imports + excluded.imports;
  insert into app.videos (company_id, store_id, key_id, staff_id, source, source_url, file_name, size_bytes,
    reserved_bytes, storage_key, expires_at, created_at)
  values (v_company_id, start_video.store_id, v_key_id, v_staff_id, start_video.source,
    case when v_is_import then start_video.name end, case when not v_is_import then start_video.name end,
    start_video.size_bytes, v_bytes, format('videos/%s/%s.mp4', v_company_id, gen_random_uuid()),
    v_now + case when v_is_import then interval '1 hour' else interval '24 hours' end, v_now)
  returning id into v_id;
  return v_id;
end
$$;

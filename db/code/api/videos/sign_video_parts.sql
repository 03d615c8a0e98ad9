-- POST /videos/{id}/parts.
-- Takes: {parts: [{part_number, content_md5}]}.
-- Pins them.
-- Gives: for the API process, which signs, {id, storage_key, storage_upload_id (or null), data: [{part_number,
-- content_md5, size_bytes}]} in the order asked.
-- Raises, in this order, HT008 and HT100 for store_id, HT010, HT013, HT100, HT113, HT114, HT116, HT008 (part_number),
-- HT111.
--
-- Part number and MD5 are pinned at the first signing: what is complete in the end is what was signed.
create or replace function api.sign_video_parts(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_writing(input);
  v_video app.videos;
  v_bad record;
begin
  perform internal.require_videos(v_store_id);
  v_video := internal.lock_video((input ->> 'id')::uuid, v_store_id);
  perform internal.require_uploading(v_video);
  select w.n - 1 as n into v_bad
    from jsonb_array_elements(input -> 'parts') with ordinality as w (item, n)
    where (w.item ->> 'part_number')::integer not between 1 and v_video.part_count
    order by w.n limit 1;
  if found then
    perform internal.field_error('HT008', format('parts.%s.part_number', v_bad.n), 'outOfRange',
      jsonb_build_object('least', 1, 'most', v_video.part_count));
  end if;
  insert into app.video_parts (company_id, store_id, video_id, part_number, size_bytes, content_md5)
  select v_video.company_id, v_video.store_id, v_video.id, (w.item ->> 'part_number')::integer,
    least(8388608, v_video.size_bytes - ((w.item ->> 'part_number')::bigint - 1) * 8388608), w.item ->> 'content_md5'
  from jsonb_array_elements(input -> 'parts') with ordinality as w (item, n)
  order by w.n
  on conflict on constraint video_parts_pkey do nothing;
  select w.n - 1 as n, p.part_number into v_bad
    from jsonb_array_elements(input -> 'parts') with ordinality as w (item, n)
    join app.video_parts p on p.video_id = v_video.id and p.part_number = (w.item ->> 'part_number')::integer
      and p.content_md5 <> w.item ->> 'content_md5'
    order by w.n limit 1;
  if found then
    perform internal.fail('HT111', 'videoParts.md5', jsonb_build_object('n', v_bad.part_number),
      fields => jsonb_build_object(format('parts.%s.content_md5', v_bad.n),
        jsonb_build_array(internal.problem('videoParts.signedFirst'))));
  end if;
  return json_build_object('id', v_video.id, 'storage_key', v_video.storage_key,
    'storage_upload_id', v_video.storage_upload_id, 'data', (
    select json_agg(json_build_object(
        'part_number', p.part_number, 'content_md5', p.content_md5, 'size_bytes', p.size_bytes) order by w.n)
    from jsonb_array_elements(input -> 'parts') with ordinality as w (item, n)
    join app.video_parts p on p.video_id = v_video.id and p.part_number = (w.item ->> 'part_number')::integer));
end
$$;
grant execute on function api.sign_video_parts(jsonb) to haat_api;

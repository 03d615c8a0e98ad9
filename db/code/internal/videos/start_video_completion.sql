-- Takes: the input of complete_video, how long (seconds) the completion may take and its Idempotency-Key (or null).
-- Leases the video to it.
-- Gives: {lease, id, company_id, storage_key, storage_upload_id (or null), size_bytes, parts: [{part_number,
-- content_md5, size_bytes}] as signed, unsigned_parts: [n]}.
-- Raises, in this order, HT008 and HT100 for store_id, HT010, HT013, HT100, HT007 (the completion under way has the
-- same Idempotency-Key), HT017, HT113, HT114 (being checked, or another completion is under way), HT116.
create or replace function internal.start_video_completion(
  input jsonb, lease_seconds integer, idempotency_key text default null
) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_writing(input);
  v_lease constant uuid := gen_random_uuid();
  v_video app.videos;
begin
  perform internal.require_videos(v_store_id);
  v_video := internal.lock_video((input ->> 'id')::uuid, v_store_id);
  if v_video.status = 'uploading' and v_video.source = 'upload' and internal.is_leased(v_video.lease_expires_at)
    and v_video.completion_idempotency_key = start_video_completion.idempotency_key then
    perform internal.fail('HT007', 'keyInFlight');
  end if;
  perform internal.require_version(input, v_video.updated_at);
  perform internal.require_uploading(v_video);
  update app.videos t set lease_id = v_lease,
    lease_expires_at = clock_timestamp() + make_interval(secs => lease_seconds),
    completion_idempotency_key = start_video_completion.idempotency_key
    where t.id = v_video.id;
  return json_build_object('lease', v_lease, 'id', v_video.id, 'company_id', v_video.company_id, 'storage_key',
    v_video.storage_key,
    'storage_upload_id', v_video.storage_upload_id,
    'size_bytes', v_video.size_bytes,
    'parts', (select coalesce(json_agg(
      json_build_object('part_number', p.part_number, 'content_md5', p.content_md5, 'size_bytes', p.size_bytes)
      order by p.part_number), '[]')
              from app.video_parts p where p.video_id = v_video.id),
    'unsigned_parts', (select coalesce(json_agg(n order by n), '[]') from generate_series(1, v_video.part_count) n
                       where not exists (select from app.video_parts p where p.video_id = v_video.id
                         and p.part_number = n)));
end
$$;
grant execute on function internal.start_video_completion(jsonb, integer, text) to haat_api;

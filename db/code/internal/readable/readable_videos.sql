-- Videos as staff may see them: without where their files are stored and which worker has them.
-- Takes: nothing, or a row that a procedure is about to give.
-- Raises: nothing.
--
-- The view reads as its owner, inside the fence; haat_staff may not read the hidden columns themselves. The names of
-- what is shown are for the addresses (staff.videos_url, staff.videos_poster_url) and are no fields.
create or replace view internal.readable_videos as
select
  t.id, t.company_id, t.store_id, t.key_id, t.staff_id, t.status, t.source, t.source_url, t.file_name,
  t.content_type, t.size_bytes, t.part_count, t.reserved_bytes, t.width, t.height, t.duration_ms, t.has_audio,
  t.playback_path, t.poster_key, t.cover_key, t.rejection_code, t.rejection_message, t.abort_reason, t.expires_at,
  t.ready_at, t.unshown_since, t.created_at, t.updated_at
from app.videos t;
call internal.install_readable('app.videos');

-- The rows by the name of their table, so that what is made for that works on them too. Inlined into the query.
create or replace function internal.readable_videos() returns setof app.videos
language sql stable rows 100
begin atomic
  select t.id, t.company_id, t.store_id, t.key_id, t.status, t.source, t.source_url, t.file_name, t.content_type,
    t.size_bytes, t.part_count, t.reserved_bytes, null::text, null::text, null::text, null::timestamptz, null::uuid,
    null::timestamptz, null::text, null::integer, t.width, t.height, t.duration_ms, t.has_audio, t.playback_path,
    t.poster_key, t.cover_key, t.rejection_code, t.rejection_message, t.abort_reason, t.expires_at, t.ready_at,
    t.unshown_since, t.created_at, t.updated_at, t.staff_id
  from internal.readable_videos t;
end;
grant execute on function internal.readable_videos() to haat_staff;

create or replace function internal.readable_videos(given app.videos) returns app.videos
language sql stable
return case when (given).id is null then given
  else jsonb_populate_record(given, '{"storage_key": null, "storage_upload_id": null, "source_validator": null,
    "import_started_at": null, "lease_id": null, "lease_expires_at": null, "completion_idempotency_key": null,
    "check_attempts": 0}') end;

-- Takes: an import, the lease and what the first answer told: the upload opened in storage, the size (null: not told)
-- and ETag or Last-Modified (or null).
-- Reserves the size in place of what was reserved.
-- False: stop, the lease is lost, or the plan's storage has no room for a source that grew (the import is then
-- aborted).
--
-- 200 MiB are reserved until the size is known, then the size. A source that grew while it was copied may no longer
-- fit.
create or replace function internal.note_import(
  video_id uuid, lease uuid, storage_upload_id text, size_bytes bigint, validator text
) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_video constant app.videos := internal.enter_leased_video(note_import.video_id, note_import.lease);
  v_bytes constant bigint := coalesce(note_import.size_bytes, 209715200);
  v_fits boolean;
begin
  if v_video.id is null then
    perform internal.leave_company();
    return false;
  end if;
  v_fits := v_bytes <= v_video.reserved_bytes
    or v_bytes - v_video.reserved_bytes + internal.used_video_storage(v_video.company_id)
    <= (select p.video_storage_bytes from app.companies c join app.plans p on p.id = c.plan_id
      where c.id = v_video.company_id);
  update app.videos t set storage_upload_id = note_import.storage_upload_id where t.id = v_video.id;
  if v_fits then
    update app.videos t set size_bytes = note_import.size_bytes, reserved_bytes = v_bytes,
      source_validator = note_import.validator where t.id = v_video.id;
  else
    perform internal.end_video(v_video.id, 'import_download_failed');
  end if;
  perform internal.leave_company();
  return v_fits;
end
$$;
grant execute on function internal.note_import(uuid, uuid, text, bigint, text) to haat_worker;

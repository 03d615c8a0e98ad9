call internal.install_fence('app.videos', 'store');
-- Where the file is stored and which worker has it concerns the workers only.
grant select (
  id, company_id, store_id, key_id, status, source, source_url, file_name, content_type, size_bytes, part_count,
  reserved_bytes, lease_expires_at, width, height, duration_ms, has_audio, playback_path, poster_key, cover_key,
  rejection_code, rejection_message, abort_reason, expires_at, ready_at, unshown_since, created_at, updated_at
) on app.videos to haat_api;
grant select (
  id, company_id, store_id, key_id, staff_id, status, source, source_url, file_name, content_type, size_bytes,
  part_count, reserved_bytes, width, height, duration_ms, has_audio, rejection_code, rejection_message,
  abort_reason, expires_at, ready_at, unshown_since, created_at, updated_at
) on app.videos to haat_staff;
grant select on app.videos to haat_dba;
grant select, update on app.videos to haat_gatekeeper;

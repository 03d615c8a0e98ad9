create or replace trigger _100_stamp_times before insert or update on app.videos
  for each row execute function internal.tg__stamp_times();
-- A product shows ready videos only, and of those these columns.
create or replace trigger _500_touch_products after update on app.videos
  for each row when ('ready' in (old.status, new.status)
    and (old.status, old.playback_path, old.poster_key, old.cover_key, old.width, old.height, old.duration_ms,
         old.has_audio)
      is distinct from
        (new.status, new.playback_path, new.poster_key, new.cover_key, new.width, new.height, new.duration_ms,
         new.has_audio))
  execute function internal.tg_videos__touch_products();
create or replace trigger _400_journal after insert or update or delete on app.videos
  for each row execute function internal.tg__journal('video', 'id', '',
    'storage_upload_id source_validator import_started_at lease_id lease_expires_at '
    'completion_idempotency_key check_attempts reserved_bytes expires_at unshown_since', 'storage_key');

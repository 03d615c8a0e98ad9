-- Takes: a video and its store.
-- Locks it for this transaction and gives it as internal.find_video does.
-- Raises: HT100.
create or replace function internal.lock_video(id uuid, store_id uuid) returns app.videos
language plpgsql volatile
set search_path = ''
as $$
begin
  perform from app.videos t
    where t.id = lock_video.id and t.store_id = lock_video.store_id and internal.is_own_video(t.key_id)
    for no key update;
  -- A statement of its own: it sees what the lock was waited for.
  return internal.find_video(lock_video.id, lock_video.store_id);
end
$$;

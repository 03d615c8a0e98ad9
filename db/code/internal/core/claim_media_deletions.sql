-- Takes: how many at most.
-- Gives: files to delete, with their unfinished upload in parts (or null).
-- Those not finished within 10 minutes are given out again.
create or replace function internal.claim_media_deletions(most integer) returns table (id uuid, media_key text, storage_upload_id text)
language sql volatile security definer
set search_path = ''
begin atomic
  update internal.media_deletions d set due_at = clock_timestamp() + interval '10 minutes'
    where d.id in (
      select x.id from internal.media_deletions x where x.due_at <= clock_timestamp() order by x.due_at, x.id limit most for update skip locked)
    returning d.id, d.media_key, d.storage_upload_id;
end;
grant execute on function internal.claim_media_deletions(integer) to haat_worker;

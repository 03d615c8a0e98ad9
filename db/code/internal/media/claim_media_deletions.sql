-- Gives a worker stored files to delete, each with its unfinished multipart upload (or null).
-- Takes: how many at most.
--
-- What is not finished within 10 minutes is given out again.
create or replace function internal.claim_media_deletions(most integer)
  returns table (id uuid, media_key text, storage_upload_id text)
language sql volatile security definer rows 100
set search_path = ''
begin atomic
  update internal.media_deletions d set due_at = clock_timestamp() + interval '10 minutes'
    where d.id in (
      select x.id from internal.media_deletions x
      where x.due_at <= clock_timestamp() and not internal.has_moved(x.company_id)
      order by x.due_at, x.id
      limit most
      for update skip locked)
    returning d.id, d.media_key, d.storage_upload_id;
end;
grant execute on function internal.claim_media_deletions(integer) to haat_worker;

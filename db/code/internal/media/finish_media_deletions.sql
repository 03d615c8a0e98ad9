-- Removes deletions whose files are gone from storage.
create or replace function internal.finish_media_deletions(ids uuid[]) returns void
language sql volatile security definer
set search_path = ''
begin atomic
  delete from internal.media_deletions d where d.id = any (ids);
end;
grant execute on function internal.finish_media_deletions(uuid[]) to haat_worker;

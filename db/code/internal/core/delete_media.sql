-- Takes: the key of a stored file that nothing needs after this transaction (or null: nothing to do) and, or null,
-- its unfinished upload in parts.
-- Has a worker delete both.
create or replace function internal.delete_media(media_key text, storage_upload_id text default null) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  if delete_media.media_key is null then
    return;
  end if;
  insert into internal.media_deletions (company_id, media_key, storage_upload_id)
  values (internal.current_company_id(), delete_media.media_key, delete_media.storage_upload_id);
  perform internal.enqueue('media__delete');
end
$$;

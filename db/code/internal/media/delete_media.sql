-- Has a worker delete a stored file and its unfinished multipart upload (or null) once this transaction commits.
-- Takes: the key of the file (null: nothing to do) and the storage's upload id.
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

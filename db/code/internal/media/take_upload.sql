-- Takes a file that staff uploaded: from now on the record that names it keeps it, and it is not deleted.
-- Takes: the id of the upload, the field that names it, how many bytes the file may have had (null: any), and the
-- folder of the storage: images, which everybody may see, or attachments.
-- Gives: {media_key, width, height, size_bytes}, and of an attachment {type, sha256, file_name} besides.
-- Raises: HT008.
--
-- An upload is a file that is deleted after a day unless it is taken: its row among the deletions. The job that
-- deletes it has moved due_at near; a row whose time is near is not taken, so no picture is both shown and deleted.
create or replace function internal.take_upload(id uuid, field text, max_bytes bigint, folder text default 'images')
  returns jsonb
language plpgsql volatile
set search_path = ''
as $$
declare
  v_picture jsonb;
begin
  delete from internal.media_deletions d
    where d.id = take_upload.id and d.company_id = internal.current_company_id() and d.picture is not null
      and starts_with(d.media_key, take_upload.folder || '/')
      and d.due_at > clock_timestamp() + interval '1 hour'
    returning d.picture into v_picture;
  if v_picture is null then
    perform internal.field_error('HT008', take_upload.field, 'uploadGone');
  elsif (v_picture ->> 'received_bytes')::bigint > take_upload.max_bytes then
    perform internal.field_error('HT008', take_upload.field, 'uploadLarge',
      jsonb_build_object('most', take_upload.max_bytes / 1048576));
  end if;
  return v_picture - 'received_bytes';
end
$$;

--! owner: haat_gatekeeper
-- Ends an upload of staff: gives its slot back, and keeps its file for a day, in which a mutation may take it.
-- Takes: what internal.admit_upload gave, and the stored file {media_key, width, height, size_bytes, received_bytes},
-- of an attachment with {type, sha256, file_name}, or null when there is none.
-- Gives: {id, url, width, height, expires_at}, or null. An attachment has no url yet.
-- Raises: HT018, HT019 (internal.require_company_here), where there is a file.
--
-- The row stands among the files to delete, due in 25 hours: taking it needs an hour more (internal.take_upload).
create or replace function internal.end_upload(lease uuid, company_id uuid, picture jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_id uuid;
begin
  perform gate.end_image_call(end_upload.lease);
  if end_upload.picture is null then
    return null;
  end if;
  perform internal.require_company_here(end_upload.company_id);
  insert into internal.media_deletions (company_id, media_key, picture, due_at)
    values (end_upload.company_id, end_upload.picture ->> 'media_key', end_upload.picture,
      clock_timestamp() + interval '25 hours')
    returning id into v_id;
  return json_build_object('id', v_id, 'url', case when not end_upload.picture ? 'sha256'
      then internal.media_url(end_upload.picture ->> 'media_key') end,
    'width', end_upload.picture -> 'width', 'height', end_upload.picture -> 'height',
    'expires_at', internal.timestamp_text(clock_timestamp() + interval '24 hours'));
end
$$;
grant execute on function internal.end_upload(uuid, uuid, jsonb) to haat_staff_gateway;

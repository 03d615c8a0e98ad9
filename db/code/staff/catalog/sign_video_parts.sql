-- Gives for each part of an upload the address that takes its bytes. The checksum of a part is fixed when it is first
-- signed: the same one can be signed again. Needs catalog.manage.
-- Takes: parts [{part_number, content_md5}] and from the server signed [{part_number, url, method, headers,
-- expires_at}].
-- Raises: HT014 (permission), HT008 (a field), HT100 (id), HT010, HT013, HT111, HT113, HT114, HT116.
create or replace function staff.sign_video_parts(body jsonb) returns setof staff.signed_part
language plpgsql volatile rows 25 security definer
set search_path = ''
as $$
declare
  v_change record;
begin
  v_change := internal.begin_catalog_change('video', body);
  perform api.sign_video_parts(v_change.input);
  return query
    select s.part_number, s.url, s.method, s.headers, s.expires_at
    from jsonb_to_recordset(body -> 'signed')
      as s (part_number integer, url text, method text, headers jsonb, expires_at timestamptz);
end
$$;
grant execute on function staff.sign_video_parts(jsonb) to haat_staff;

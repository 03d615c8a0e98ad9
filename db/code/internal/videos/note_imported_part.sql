-- Takes: an import, the lease and a part that storage has now: number, size, MD5 in base64 (or empty).
-- Notes it.
-- False: the lease is lost, stop.
create or replace function internal.note_imported_part(
  video_id uuid, lease uuid, part_number integer, size_bytes integer, content_md5 text
) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_video constant app.videos := internal.enter_leased_video(note_imported_part.video_id, note_imported_part.lease);
begin
  if v_video.id is not null then
    insert into app.video_parts as p (company_id, store_id, video_id, part_number, size_bytes, content_md5)
    values (v_video.company_id, v_video.store_id, v_video.id, note_imported_part.part_number,
      note_imported_part.size_bytes,
      note_imported_part.content_md5)
    on conflict on constraint video_parts_pkey do update
      set size_bytes = excluded.size_bytes, content_md5 = excluded.content_md5;
  end if;
  perform internal.leave_company();
  return v_video.id is not null;
end
$$;
grant execute on function internal.note_imported_part(uuid, uuid, integer, integer, text) to haat_worker;

-- Takes: an import, the lease and its size, the sum of its parts, all joined in storage.
-- Moves it to verifying.
-- False: the lease is lost, stop; the file of a video that was aborted meanwhile is deleted.
create or replace function internal.finish_import(video_id uuid, lease uuid, size_bytes bigint) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_video constant app.videos := internal.enter_leased_video(finish_import.video_id, finish_import.lease);
begin
  if v_video.status = 'uploading' then
    if finish_import.size_bytes <> (select sum(p.size_bytes) from app.video_parts p where p.video_id = v_video.id)
      or finish_import.size_bytes > v_video.reserved_bytes then
      raise exception 'the parts of video % do not add up to %', v_video.id, finish_import.size_bytes;
    end if;
    update app.videos t set size_bytes = finish_import.size_bytes where t.id = v_video.id;
    perform internal.verify_video(v_video.id);
  elsif v_video.id is null then
    -- Deleted while its parts were being joined: the file may have come after its deletion.
    perform internal.delete_media(t.storage_key) from app.videos t where t.id = finish_import.video_id
      and t.status = 'aborted';
  end if;
  perform internal.leave_company();
  return coalesce(v_video.status = 'uploading', false);
end
$$;
grant execute on function internal.finish_import(uuid, uuid, bigint) to haat_worker;

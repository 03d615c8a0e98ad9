-- POST /videos.
-- Takes: {store_id?, file_name, size_bytes, content_type?}.
-- Starts an upload and gives it.
-- Raises, in this order, HT008 and HT100 for store_id, HT010, HT013, HT120, HT121, HT005 (with Retry-After), HT110,
-- HT012.
create or replace function api.create_video(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_writing(input);
  v_id uuid;
begin
  perform internal.require_videos(v_store_id);
  if (input ->> 'size_bytes')::bigint > 209715200 then
    perform internal.field_error('HT120', 'video', 'videoFile');
  elsif lower(coalesce(input ->> 'content_type', 'video/mp4')) <> 'video/mp4' then
    perform internal.field_error('HT121', 'video', 'videoFile.mp4');
  end if;
  v_id := internal.start_video(v_store_id, 'upload', input ->> 'file_name', (input ->> 'size_bytes')::bigint);
  return (select d.document from internal.video_documents(array[v_id]) d);
end
$$;
grant execute on function api.create_video(jsonb) to haat_api;

-- POST /videos/import.
-- Takes: {store_id?, source_url}.
-- Starts an import that a worker copies, and gives it.
-- Raises, in this order, HT008 and HT100 for store_id, HT010, HT013, HT005 (with Retry-After), HT110, HT012.
create or replace function api.import_video(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_writing(input);
  v_id uuid;
begin
  perform internal.require_videos(v_store_id);
  v_id := internal.start_video(v_store_id, 'import', input ->> 'source_url', null);
  perform internal.enqueue('video__import');
  return (select d.document from internal.video_documents(array[v_id]) d);
end
$$;
grant execute on function api.import_video(jsonb) to haat_api;

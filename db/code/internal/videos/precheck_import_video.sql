-- Takes: the input of import_video.
-- Checks what can be checked before its link is opened.
-- Raises, in this order, HT008 and HT100 for store_id, HT010, HT013.
create or replace function internal.precheck_import_video(input jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform internal.require_videos(internal.find_store_for_writing(input));
end
$$;
grant execute on function internal.precheck_import_video(jsonb) to haat_api;

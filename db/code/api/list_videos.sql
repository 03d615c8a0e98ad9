create or replace function api.list_videos(input jsonb) returns json
language plpgsql stable
set search_path = ''
as $$
declare
  v_page record;
begin
  perform internal.require_videos(internal.reading_store_id(input));
  v_page := internal.page_ids('app.videos', input, internal.video_filters(input));
  return internal.page_document((select json_agg(d.document order by d.ordinal) from internal.video_documents(v_page.ids) d), v_page.has_more, v_page.next_cursor);
end
$$;
comment on function api.list_videos(jsonb) is 'GET /videos: gives a page of what this key, or one it replaced, started, newest first. Raises, in this order, HT100 (store), HT010, HT013 (a company key that names no store: never), HT100 (cursor). spec: GET /videos';
grant execute on function api.list_videos(jsonb) to haat_api;

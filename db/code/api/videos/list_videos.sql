-- GET /videos.
-- Gives: a page of what this key, or one it replaced, started, newest first.
-- Raises, in this order, HT100 (store), HT010, HT013 (a company key that names no store: never), HT100 (cursor).
create or replace function api.list_videos(input jsonb) returns json
language plpgsql stable
set search_path = ''
as $$
declare
  v_cursor constant uuid := coalesce(input ->> 'starting_after', input ->> 'ending_before')::uuid;
  v_page record;
begin
  perform internal.require_videos(internal.find_store_for_reading(input));
  -- The fence alone would take the video of another key of the store.
  if v_cursor is not null and not exists (select from app.videos v where v.id = v_cursor
    and v.key_id = any (internal.current_key_ids())) then
    perform internal.fail('HT100', 'gone.cursor',
      fields => jsonb_build_object(case when input ->> 'starting_after' is null then 'ending_before'
        else 'starting_after' end, jsonb_build_array(internal.problem('gone.ofList'))));
  end if;
  v_page := internal.page_ids('app.videos', input, internal.list_filters('videos', input)
    || ' and t.key_id = any ((select internal.current_key_ids())::uuid[])'
    -- What expired unfinished is left out.
    || ' and t.abort_reason is distinct from ''expired'''
    || ' and not internal.has_expired(t.status, t.expires_at, t.lease_expires_at)');
  return internal.page_document((select json_agg(d.document order by d.ordinal)
    from internal.video_documents(v_page.ids) d), v_page.has_more, v_page.next_cursor);
end
$$;
grant execute on function api.list_videos(jsonb) to haat_api;

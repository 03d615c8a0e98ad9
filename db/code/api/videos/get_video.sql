-- GET /videos/{id}.
-- Takes: the id, store_id? and from the API process uploaded_parts, what storage has of it.
-- Gives: the video.
-- Raises, in this order, HT100 (store), HT010, HT013, HT100.
create or replace function api.get_video(input jsonb) returns json
language plpgsql stable
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_reading(input);
  v_document json;
begin
  perform internal.require_videos(v_store_id);
  select d.document into v_document
    from app.videos v cross join internal.video_documents(array[v.id],
      coalesce(input -> 'uploaded_parts', '[]')::json) d
    where v.id = (input ->> 'id')::uuid and (v_store_id is null or v.store_id = v_store_id)
      and v.key_id = any (internal.current_key_ids());
  if v_document is null then
    perform internal.fail('HT100', 'gone.ofLineage', '{"thing": "video"}');
  end if;
  return v_document;
end
$$;
grant execute on function api.get_video(jsonb) to haat_api;

-- PUT /videos/{id}/cover.
-- Takes: the stored picture {cover: {media_key, width, height, size_bytes}}.
-- Shows it in place of the poster made of the video, in place of an earlier cover.
-- Gives: the video.
-- Raises, in this order, HT008 and HT100 for store_id, HT010, HT013, HT100, HT116.
create or replace function api.set_video_cover(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_writing(input);
  v_video app.videos;
begin
  perform internal.require_videos(v_store_id);
  perform internal.lock_company_videos();
  v_video := internal.lock_video((input ->> 'id')::uuid, v_store_id);
  perform internal.require_living_video(v_video);
  perform internal.delete_media(v_video.cover_key);
  update app.videos t set cover_key = input -> 'cover' ->> 'media_key' where t.id = v_video.id;
  if v_video.status = 'ready' then
    perform internal.publish_video_products(internal.products_of_video(v_video.id));
  end if;
  return (select d.document from internal.video_documents(array[v_video.id]) d);
end
$$;
grant execute on function api.set_video_cover(jsonb) to haat_api;

-- Takes: a ready video under the company's lock.
-- Removes it with its files, off the archived products that may still have it.
-- What remains of it is its start in app.video_starts.
create or replace function internal.remove_video(video_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_product_ids constant uuid[] := internal.products_of_video(remove_video.video_id);
  v_video app.videos;
begin
  select * into v_video from app.videos t where t.id = remove_video.video_id for update;
  perform internal.delete_media(v_video.storage_key, v_video.storage_upload_id),
    internal.delete_media(v_video.poster_key),
    internal.delete_media(v_video.cover_key);
  delete from app.video_placements l where l.video_id = v_video.id;
  delete from app.videos t where t.id = v_video.id;
  perform internal.publish_video_products(v_product_ids);
end
$$;

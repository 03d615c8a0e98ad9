-- Takes: a ready video under the company's lock.
-- Removes it with its files, off the archived products that may still have it.
-- What remains of it is its start in app.video_starts.
create or replace function internal.remove_video(video_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_product_ids constant uuid[] := internal.products_of_video(remove_video.video_id);
  v app.videos;
begin
  select * into v from app.videos t where t.id = remove_video.video_id for update;
  perform internal.delete_media(v.storage_key, v.storage_upload_id), internal.delete_media(v.poster_key), internal.delete_media(v.cover_key);
  delete from app.video_placements l where l.video_id = v.id;
  delete from app.videos t where t.id = v.id;
  perform internal.publish_video_products(v_product_ids);
end
$$;

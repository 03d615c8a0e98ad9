-- POST /products/{id}/videos.
-- Takes: {video_id, gallery_slot?, sort_order?, option_value_id?, title?}.
-- Places the video on the product, archived or not, or moves it there.
-- Gives: the placement.
-- Raises, in this order, HT008 and HT100 for store_id, HT010, HT013, HT100, HT008 (video_id, option_value_id), HT012
-- (videos per product, storage).
create or replace function api.place_product_video(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_writing(input);
  v_plan app.plans;
  v_product app.products;
  v_placement json;
begin
  perform internal.require_videos(v_store_id);
  v_plan := internal.lock_company_videos();
  v_product := internal.lock_product((input ->> 'id')::uuid, v_store_id);
  v_placement := internal.attach_video(v_product.id, input, v_plan);
  -- One that is not ready yet is not shown yet.
  if v_placement ->> 'status' = 'ready' then
    perform internal.product_changed(v_product);
  end if;
  return v_placement;
end
$$;
grant execute on function api.place_product_video(jsonb) to haat_api;

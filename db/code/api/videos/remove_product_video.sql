-- DELETE /products/{id}/videos/{video_id}.
-- Takes: the video off the product.
-- The video itself remains.
-- Gives: {product_id, video_id, removed}.
-- Raises, in this order, HT008 and HT100 for store_id, HT010, HT100.
--
-- Does not ask for the store's switch: a video on a product can be taken off while uploads are off, also one that
-- another key uploaded.
create or replace function api.remove_product_video(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_writing(input);
  v_video_id constant uuid := (input ->> 'video_id')::uuid;
  v_product app.products;
  v_status text;
begin
  perform internal.require_plan_feature('product_videos');
  perform internal.lock_company_videos();
  v_product := internal.lock_product((input ->> 'id')::uuid, v_store_id);
  select v.status into v_status from app.video_placements l join app.videos v on v.id = l.video_id
    where l.product_id = v_product.id and l.video_id = v_video_id;
  if v_status is null then
    perform internal.fail('HT100', 'gone.ofProduct', '{"thing": "video"}');
  end if;
  delete from app.video_placements l where l.product_id = v_product.id and l.video_id = v_video_id;
  -- Since when no product has it.
  update app.videos v set unshown_since = internal.now()
    where v.id = v_video_id and v.status = 'ready' and v.unshown_since is null
      and not exists (select from app.video_placements l where l.video_id = v.id);
  if v_status = 'ready' then
    perform internal.product_changed(v_product);
  end if;
  return json_build_object('product_id', v_product.id, 'video_id', v_video_id, 'removed', true);
end
$$;
grant execute on function api.remove_product_video(jsonb) to haat_api;

-- Composition of import_video and place_product_video.
-- Takes: {product_id, store_id?, video_url? or video_id?, gallery_slot?, sort_order?, title?, option_value_id? or
-- option {attribute, value}?}.
-- Gives: {placement: VideoPlacement or null, video: VideoUpload or null, upload_steps: [{step, method, path,
-- description}] or null}: the first two when a video was placed, the last alone when neither video_url nor video_id
-- is given and nothing changes.
-- Raises, in this order, HT008 and HT100 for store_id, HT010, HT013, HT008 (both of a pair), HT004 (option without
-- products:read), HT100, HT008 (option, with the candidates), of an import HT005, HT110, HT012, then HT008 (video_id,
-- option_value_id), HT012.
--
-- Import and placement are one transaction: a placement that fails leaves no import behind, so there is no id to name.
create or replace function api.attach_product_video(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_writing(input);
  v_plan app.plans;
  v_product app.products;
  v_video_id uuid := (input ->> 'video_id')::uuid;
  v_value_id uuid := (input ->> 'option_value_id')::uuid;
  v_placement json;
begin
  perform internal.require_videos(v_store_id);
  if input ->> 'video_url' is not null and v_video_id is not null then
    perform internal.field_error('HT008', 'video_url', 'videoOption.eitherVideo');
  elsif nullif(input -> 'option', 'null') is not null and v_value_id is not null then
    perform internal.field_error('HT008', 'option', 'videoOption.either');
  end if;
  if nullif(input -> 'option', 'null') is not null then
    perform internal.require_scope('products:read', 'is needed to name an option; give option_value_id instead');
  end if;
  v_plan := internal.lock_company_videos();
  v_product := internal.lock_product((input ->> 'product_id')::uuid, v_store_id);
  if input ->> 'video_url' is null and v_video_id is null then
    return json_build_object('placement', null, 'video', null,
      'upload_steps', internal.video_upload_steps(v_product.id, v_product.store_id));
  end if;
  if nullif(input -> 'option', 'null') is not null then
    v_value_id := internal.find_option_value(v_product.id, input -> 'option');
  end if;
  if v_video_id is null then
    v_video_id := internal.start_video(v_store_id, 'import', input ->> 'video_url', null);
    perform internal.enqueue('video__import');
  end if;
  v_placement := internal.attach_video(v_product.id,
    input || jsonb_build_object('video_id', v_video_id, 'option_value_id', v_value_id), v_plan);
  if v_placement ->> 'status' = 'ready' then
    perform internal.product_changed(v_product);
  end if;
  return json_build_object('placement', v_placement,
    'video', (select d.document from internal.video_documents(array[v_video_id]) d), 'upload_steps', null);
end
$$;
grant execute on function api.attach_product_video(jsonb) to haat_api;

-- Takes: a video, the lease of its check, what was found {width, height, duration_ms, has_audio}, the stored poster
-- {media_key, ...} (or null) and the path under our media address that plays it.
-- Makes it ready and sends video.ready, and product.updated for each product it is placed on.
-- A cover stays in front of the poster.
-- False: the lease is lost, nothing was kept.
create or replace function internal.finish_video(
  video_id uuid, lease uuid, facts jsonb, poster jsonb, playback_path text
) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_video constant app.videos := internal.enter_leased_video(finish_video.video_id, finish_video.lease);
  v_now constant timestamptz := internal.now();
  v_product_ids uuid[];
begin
  if v_video.status = 'verifying' then
    v_product_ids := internal.products_of_video(v_video.id);
    update app.videos t set status = 'ready', lease_id = null, lease_expires_at = null, ready_at = v_now,
      width = (facts ->> 'width')::integer, height = (facts ->> 'height')::integer,
      duration_ms = (facts ->> 'duration_ms')::integer, has_audio = (facts ->> 'has_audio')::boolean,
      poster_key = poster ->> 'media_key', playback_path = finish_video.playback_path,
      unshown_since = case when cardinality(v_product_ids) = 0 then v_now end
      where t.id = v_video.id;
    perform internal.publish_video(v_video.id, 'video.ready');
    perform internal.publish_video_products(v_product_ids);
  end if;
  perform internal.leave_company();
  return coalesce(v_video.status = 'verifying', false);
end
$$;
grant execute on function internal.finish_video(uuid, uuid, jsonb, jsonb, text) to haat_worker;

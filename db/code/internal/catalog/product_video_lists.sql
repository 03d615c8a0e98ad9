-- Shows the videos of products as internal.product_documents does, one row a product.
--
-- A gallery slot is kept as it was asked for and shown no higher than the product has images.
-- Plain SQL without settings of its own, so that the planner makes it part of the query that asks.
create or replace function internal.product_video_lists(product_ids uuid[])
  returns table (product_id uuid, list json)
language sql stable
begin atomic
  select
    l.product_id,
    json_agg(
      json_build_object(
        'id', v.id,
        'url', internal.media_url(v.playback_path),
        'poster_url', internal.media_url(coalesce(v.cover_key, v.poster_key)),
        'width', v.width,
        'height', v.height,
        'duration_ms', v.duration_ms,
        'has_audio', v.has_audio,
        'title', coalesce(l.title, p.name),
        'gallery_slot', s.slot,
        'sort_order', l.sort_order,
        'option_value_id', l.option_value_id)
      order by s.slot, l.sort_order, l.created_at, l.video_id)
  from app.video_placements l
  join app.videos v on v.id = l.video_id and v.status = 'ready'
  join app.products p on p.id = l.product_id
  cross join lateral (
    select least(l.gallery_slot, count(*))::integer as slot
    from app.product_images i
    where i.product_id = l.product_id
  ) s
  where l.product_id = any (product_video_lists.product_ids)
  group by l.product_id;
end;
grant execute on function internal.product_video_lists(uuid[]) to haat_api, haat_staff;

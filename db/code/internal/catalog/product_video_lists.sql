-- Shows the videos of products as internal.product_documents does, one row a product.
--
-- A gallery slot is kept as it was asked for and shown no higher than the product has images.
-- Plain SQL without settings of its own, so that the planner makes it part of the query that asks.
create or replace function internal.product_video_lists(product_ids uuid[])
  returns table (product_id uuid, list json)
language sql stable rows 25
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
  -- Row by row, as in internal.variant_documents.
  from unnest(product_video_lists.product_ids) as w (id)
  cross join lateral (select t.* from app.video_placements t where t.product_id = w.id offset 0) l
  cross join lateral (
    select t.id, t.playback_path, t.cover_key, t.poster_key, t.width, t.height, t.duration_ms, t.has_audio
    from app.videos t
    where t.id = l.video_id and t.status = 'ready'
    limit 1
  ) v
  cross join lateral (select t.name from app.products t where t.id = l.product_id limit 1) p
  cross join lateral (
    select least(l.gallery_slot, count(*))::integer as slot
    from app.product_images i
    where i.product_id = l.product_id
  ) s
  group by l.product_id;
end;
grant execute on function internal.product_video_lists(uuid[]) to haat_api, haat_staff, haat_dba;

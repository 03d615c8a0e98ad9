-- Shows the images of products as internal.product_documents does, one row a product, with the thumbnail's key.
--
-- Plain SQL without settings of its own, so that the planner makes it part of the query that asks.
create or replace function internal.product_image_lists(product_ids uuid[])
  returns table (product_id uuid, list json, thumbnail_key text)
language sql stable rows 25
begin atomic
  select
    i.product_id,
    json_agg(
      json_build_object(
        'id', i.id,
        'url', internal.media_url(i.media_key),
        'position', i.position,
        'alt_text', i.alt_text,
        'is_thumbnail', i.is_thumbnail)
      order by i.position),
    min(i.media_key) filter (where i.is_thumbnail)
  -- Row by row, as in internal.variant_documents.
  from unnest(product_image_lists.product_ids) as w (id)
  cross join lateral (select t.* from app.product_images t where t.product_id = w.id offset 0) i
  group by i.product_id;
end;
grant execute on function internal.product_image_lists(uuid[]) to haat_api, haat_staff, haat_dba;

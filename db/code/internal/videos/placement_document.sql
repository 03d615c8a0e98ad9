-- Takes: a product and a video placed on it.
-- Gives: the placement as the API shows it.
-- see: guides/videos#show-it-on-a-product
--
-- The slot is kept as asked and shown no higher than the product has photos: it stays right when photos come and go.
create or replace function internal.placement_document(product_id uuid, video_id uuid) returns json
language sql stable
set search_path = ''
begin atomic
  select json_build_object('product_id', l.product_id, 'video_id', l.video_id, 'status', v.status,
    'gallery_slot', least(l.gallery_slot,
      (select count(*) from app.product_images i where i.product_id = l.product_id)),
    'sort_order', l.sort_order, 'option_value_id', l.option_value_id, 'title', coalesce(l.title, p.name))
  from app.video_placements l
  join app.videos v on v.id = l.video_id
  join app.products p on p.id = l.product_id
  where l.product_id = placement_document.product_id and l.video_id = placement_document.video_id;
end;

-- Takes: a locked product and stored pictures [{picture: {media_key, width, height (pixels), size_bytes}, alt_text?}]
-- in display order.
-- Adds them after those there.
-- Gives: their ids in that order.
-- The first picture of a product is its thumbnail.
-- Raises: HT008.
-- spec: POST /products, images
--
-- The files are fetched, checked and stored before any of this runs; what arrives here are their keys and sizes.
create or replace function internal.add_images(product_id uuid, images jsonb) returns uuid[]
language plpgsql volatile
set search_path = ''
as $$
declare
  p app.products;
  v_there integer;
  v_ids uuid[];
begin
  select * into p from app.products t where t.id = add_images.product_id;
  select count(*) into v_there from app.product_images i where i.product_id = p.id;
  if v_there + jsonb_array_length(images) > 100 then
    perform internal.field_error('HT008', 'images', format('a product has at most 100 pictures, this one has %s', v_there));
  end if;
  with added as (
    insert into app.product_images (company_id, store_id, product_id, media_key, alt_text, position, is_thumbnail, width, height, size_bytes)
    select p.company_id, p.store_id, p.id, w.item -> 'picture' ->> 'media_key', w.item ->> 'alt_text', v_there + w.n - 1, v_there = 0 and w.n = 1,
      (w.item -> 'picture' ->> 'width')::integer, (w.item -> 'picture' ->> 'height')::integer, (w.item -> 'picture' ->> 'size_bytes')::integer
    from jsonb_array_elements(images) with ordinality as w (item, n)
    returning id, position
  )
  select coalesce(array_agg(a.id order by a.position), '{}') into v_ids from added a;
  return v_ids;
end
$$;

-- Adds images to a product, after those that it has. The first image of a product is its thumbnail.
-- Takes: a locked product and stored images [{picture: {media_key, width, height (pixels), size_bytes}, alt_text?}] in
-- display order.
-- Gives: their ids in that order.
-- Raises: HT008.
-- see: guides/images#rules
--
-- The files were fetched, checked and stored before; what comes here are their keys and sizes.
create or replace function internal.add_images(product_id uuid, images jsonb) returns uuid[]
language plpgsql volatile
set search_path = ''
as $$
declare
  v_product app.products;
  v_count integer;
  v_ids uuid[];
begin
  select * into v_product from app.products p where p.id = add_images.product_id;
  select count(*) into v_count from app.product_images i where i.product_id = v_product.id;
  if v_count + jsonb_array_length(images) > 100 then
    perform internal.field_error('HT008', 'images', 'mostImages', jsonb_build_object('most', 100, 'has', v_count));
  end if;
  with added as (
    insert into app.product_images (
      company_id, store_id, product_id, media_key, alt_text, position, is_thumbnail, width, height, size_bytes)
    select
      v_product.company_id,
      v_product.store_id,
      v_product.id,
      w.item -> 'picture' ->> 'media_key',
      w.item ->> 'alt_text',
      v_count + w.n - 1,
      v_count = 0 and w.n = 1,
      (w.item -> 'picture' ->> 'width')::integer,
      (w.item -> 'picture' ->> 'height')::integer,
      (w.item -> 'picture' ->> 'size_bytes')::integer
    from jsonb_array_elements(images) with ordinality as w (item, n)
    returning id, position
  )
  select coalesce(array_agg(a.id order by a.position), '{}') into v_ids from added a;
  return v_ids;
end
$$;

-- Numbers the images of a product from 0.
-- Takes: a locked product and all its images in the order wanted.
create or replace function internal.set_image_positions(product_id uuid, image_ids uuid[]) returns void
language sql volatile
set search_path = ''
begin atomic
  update app.product_images i
    set position = w.n - 1
    from unnest(set_image_positions.image_ids) with ordinality as w (id, n)
    where i.product_id = set_image_positions.product_id and i.id = w.id and i.position <> w.n - 1;
end;

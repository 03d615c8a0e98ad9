-- Adds stored images to the end of a product's gallery (POST /products/{id}/images).
-- Takes: the images.
-- Gives: the product.
-- Raises: HT008, HT100 (store_id); HT100 (id); HT008 (images).
create or replace function api.add_product_images(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_product constant app.products :=
    internal.lock_product((input ->> 'id')::uuid, internal.find_store_for_writing(input));
begin
  perform internal.add_images(v_product.id, input -> 'images');
  return internal.product_changed(v_product);
end
$$;
grant execute on function api.add_product_images(jsonb) to haat_api;

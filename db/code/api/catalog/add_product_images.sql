-- POST /products/{id}/images.
-- Takes: stored pictures.
-- Adds them to the end of the gallery.
-- Gives: the product.
-- Raises: HT008 and HT100 for store_id, HT100, HT008.
-- spec: Image rules
create or replace function api.add_product_images(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  p constant app.products := internal.lock_product((input ->> 'id')::uuid, internal.find_store_for_writing(input));
begin
  perform internal.add_images(p.id, input -> 'images');
  return internal.product_changed(p);
end
$$;
grant execute on function api.add_product_images(jsonb) to haat_api;

-- Puts the images of a product into a new order (POST /products/{id}/images/reorder).
-- Takes: the id of every image, in the order that is wanted.
-- Gives: the product.
-- Raises: HT008, HT100 (store_id); HT100 (id); HT008 (image_ids).
create or replace function api.reorder_product_images(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_product constant app.products :=
    internal.lock_product((input ->> 'id')::uuid, internal.find_store_for_writing(input));
  v_ids constant uuid[] := array(
    select w.id::uuid from jsonb_array_elements_text(input -> 'image_ids') with ordinality as w (id, n) order by w.n);
  v_present constant uuid[] := array(
    select i.id from app.product_images i where i.product_id = v_product.id order by i.id);
begin
  if array(select u.id from unnest(v_ids) u (id) order by u.id) <> v_present then
    perform internal.field_error('HT008', 'image_ids', 'imageOrder');
  end if;
  perform internal.set_image_positions(v_product.id, v_ids);
  return internal.product_changed(v_product);
end
$$;
grant execute on function api.reorder_product_images(jsonb) to haat_api;

-- Removes an image from a product's gallery and from its variants (DELETE /products/{id}/images/{image_id}).
-- Gives: {id, deleted}.
-- Raises: HT008, HT100 (store_id); HT100 (id, image_id).
--
-- The file stays: lines of past orders may show it.
create or replace function api.delete_product_image(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_product constant app.products :=
    internal.lock_product((input ->> 'id')::uuid, internal.find_store_for_writing(input));
  v_was_thumbnail boolean;
begin
  delete from app.product_images i
    where i.product_id = v_product.id and i.id = (input ->> 'image_id')::uuid
    returning i.is_thumbnail into v_was_thumbnail;
  if v_was_thumbnail is null then
    perform internal.fail('HT100', 'gone.ofProduct', '{"thing": "image"}');
  end if;
  perform internal.set_image_positions(v_product.id, array(
    select i.id from app.product_images i where i.product_id = v_product.id order by i.position));
  if v_was_thumbnail then
    update app.product_images i set is_thumbnail = true where i.product_id = v_product.id and i.position = 0;
  end if;
  perform internal.product_changed(v_product);
  return json_build_object('id', input ->> 'image_id', 'deleted', true);
end
$$;
grant execute on function api.delete_product_image(jsonb) to haat_api;

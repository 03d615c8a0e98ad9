-- Changes an image of a product (PATCH /products/{id}/images/{image_id}).
-- Takes: alt_text, is_thumbnail (false passes it on to the first other image; an only image stays the thumbnail),
-- position (past the end: the last one).
-- Gives: the product.
-- Raises: HT008, HT100 (store_id); HT100 (id, image_id).
create or replace function api.update_product_image(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_product constant app.products :=
    internal.lock_product((input ->> 'id')::uuid, internal.find_store_for_writing(input));
  v_id uuid;
  v_others uuid[];
  v_position integer;
  v_thumbnail_id uuid;
begin
  select i.id into v_id
    from app.product_images i
    where i.product_id = v_product.id and i.id = (input ->> 'image_id')::uuid;
  if v_id is null then
    perform internal.fail('HT100', 'gone.ofProduct', '{"thing": "image"}');
  end if;
  update app.product_images i set alt_text = input ->> 'alt_text' where i.id = v_id and input ? 'alt_text';
  -- A product with images has exactly one thumbnail: an image that gives it up passes it on to the first other one.
  if (input ->> 'is_thumbnail')::boolean then
    v_thumbnail_id := v_id;
  elsif not (input ->> 'is_thumbnail')::boolean
    and exists (select from app.product_images i where i.id = v_id and i.is_thumbnail)
  then
    select i.id into v_thumbnail_id
      from app.product_images i
      where i.product_id = v_product.id and i.id <> v_id
      order by i.position
      limit 1;
  end if;
  if v_thumbnail_id is not null then
    update app.product_images i set is_thumbnail = false
      where i.product_id = v_product.id and i.is_thumbnail and i.id <> v_thumbnail_id;
    update app.product_images i set is_thumbnail = true where i.id = v_thumbnail_id and not i.is_thumbnail;
  end if;
  if input ->> 'position' is not null then
    v_others := array(
      select i.id from app.product_images i
      where i.product_id = v_product.id and i.id <> v_id
      order by i.position);
    v_position := least((input ->> 'position')::integer, cardinality(v_others));
    perform internal.set_image_positions(v_product.id, v_others[:v_position] || v_id || v_others[v_position + 1:]);
  end if;
  return internal.product_changed(v_product);
end
$$;
grant execute on function api.update_product_image(jsonb) to haat_api;

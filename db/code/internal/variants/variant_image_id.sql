-- Says which image a variant is to have.
-- Takes: a product, the variant's fields (image_index into the request's images, or image_id; null clears), those
-- images, the image it has now and a prefix for field names.
-- Gives: the image's id, or null.
-- Raises: HT008, HT101.
-- see: reference/products#create_product
create or replace function internal.variant_image_id(
  product_id uuid,
  input jsonb,
  image_ids uuid[],
  current_image_id uuid,
  field_prefix text)
  returns uuid
language plpgsql stable
set search_path = ''
as $$
declare
  v_index constant integer := (input ->> 'image_index')::integer;
  v_image_id constant uuid := (input ->> 'image_id')::uuid;
begin
  if v_index is not null then
    if v_index >= cardinality(image_ids) then
      perform internal.field_error('HT008', field_prefix || 'image_index', 'imageIndex',
        jsonb_build_object('has', cardinality(image_ids)));
    end if;
    return image_ids[v_index + 1];
  elsif v_image_id is not null then
    if not exists (
      select from app.product_images i
      where i.product_id = variant_image_id.product_id and i.id = v_image_id)
    then
      perform internal.field_error('HT101', field_prefix || 'image_id', 'gone.productImage');
    end if;
    return v_image_id;
  elsif input ?| array['image_index', 'image_id'] then
    return null;
  end if;
  return current_image_id;
end
$$;

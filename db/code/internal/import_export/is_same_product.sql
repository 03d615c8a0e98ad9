-- Tells whether a line of an import would change nothing of a product that is there. Writes and locks nothing.
-- Takes: the product and the line, as internal.import_product takes it.
--
-- What it does not know of a line would be a change.
create or replace function internal.is_same_product(product_id uuid, input jsonb) returns boolean
language plpgsql stable
set search_path = ''
as $$
declare
  v_own constant text[] := '{store_id,handle,brand,category_paths,variants,location_id,reason,image_links}';
  v_said jsonb := input - v_own;
  v_product app.products;
begin
  select * into v_product from app.products p where p.id = is_same_product.product_id;
  -- A product keeps its name and its status where the line says none.
  v_said := v_said - array(select f from unnest('{name,status}'::text[]) f where v_said -> f = 'null');
  return jsonb_build_object(
      'name', v_product.name,
      'short_description', v_product.short_description,
      'description', v_product.description,
      'status', v_product.status,
      'delivery_charge', v_product.delivery_charge) @> v_said
    and (not input ? 'brand' or case
      when input ->> 'brand' is null then v_product.brand_id is null
      else v_product.brand_id = internal.find_named_brand(v_product.store_id, input ->> 'brand') is true end)
    and (not input ? 'category_paths' or internal.has_same_categories(v_product, input -> 'category_paths'))
    and internal.has_same_variants(v_product.id, input -> 'variants')
    and internal.has_same_stock(v_product.id, input)
    and not exists (
      select from jsonb_array_elements(coalesce(input -> 'image_links', '[]')) as w (link)
      where not exists (
          select from app.image_links l
          where l.product_id = v_product.id and l.source_url = w.link ->> 'source_url')
        and not exists (
          select from app.product_images i
          where i.product_id = v_product.id and internal.media_url(i.media_key) = w.link ->> 'source_url'));
end
$$;

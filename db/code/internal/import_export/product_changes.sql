-- Names what a line of an import would change of a product that is there. Writes and locks nothing.
-- Takes: the product and the line, as internal.import_product takes it.
-- Gives: fields of it and of its variants, each once; "variants": it has further ones; none: nothing would change.
--
-- What it does not know of a line would be a change.
create or replace function internal.product_changes(product_id uuid, input jsonb) returns text[]
language plpgsql stable
set search_path = ''
as $$
declare
  v_own constant text[] :=
    '{store_id,handle,brand,category_paths,tags,variants,location_id,reason,image_links,doubtful_skus}';
  v_said jsonb := input - v_own;
  v_product app.products;
  v_is jsonb;
begin
  select * into v_product from app.products p where p.id = product_changes.product_id;
  -- A product keeps its name and its status where the line says none.
  v_said := v_said - array(select f from unnest('{name,status}'::text[]) f where v_said -> f = 'null');
  v_is := jsonb_build_object(
    'name', v_product.name,
    'short_description', v_product.short_description,
    'description', v_product.description,
    'status', v_product.status,
    'delivery_charge', v_product.delivery_charge,
    'seo', jsonb_build_object('title', v_product.seo_title, 'description', v_product.seo_description));
  return array(
    select s.key from jsonb_each(v_said) s where not v_is @> jsonb_build_object(s.key, s.value)
    union all
    select 'brand' where input ? 'brand' and not case
      when input ->> 'brand' is null then v_product.brand_id is null
      else v_product.brand_id = internal.find_named_brand(v_product.store_id, input ->> 'brand') is true end
    union all
    select 'categories'
      where input ? 'category_paths' and not internal.has_same_categories(v_product, input -> 'category_paths')
    union all
    select 'tags' where internal.given_tags(input, v_product.tags) <> v_product.tags
    union all
    select internal.variant_changes(v_product.id, input -> 'variants')
    union all
    select 'stock' where not internal.has_same_stock(v_product.id, input)
    union all
    select 'bin' where exists (select from internal.imported_bins(v_product.id, input))
    union all
    select 'images' where exists (
      select from jsonb_array_elements(coalesce(input -> 'image_links', '[]')) as w (link)
      where not exists (
          select from app.image_links l
          where l.product_id = v_product.id and l.source_url = w.link ->> 'source_url')
        and not exists (
          select from app.product_images i
          where i.product_id = v_product.id and internal.media_url(i.media_key) = w.link ->> 'source_url')));
end
$$;

-- Creates a product with its variants (POST /products).
-- Takes: the product, with stored images and videos.
-- Gives: the product.
-- Raises: in this order HT008, HT100 (store_id); with videos HT004 (scope), HT010 (plan), HT013 (switched off); HT004
-- (plan's product limit); HT101 (brand, categories, options, SKU); HT008; of the videos HT008 and HT012 (limits),
-- naming videos.<n>.<field>; 23505 (slug).
create or replace function api.create_product(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_writing(input);
  v_company_id constant uuid := internal.current_company_id();
  v_videos constant jsonb := coalesce(nullif(input -> 'videos', 'null'), '[]');
  v_plan app.plans;
  v_id constant uuid := uuidv7();
  v_image_ids uuid[];
begin
  if jsonb_array_length(v_videos) > 0 then
    perform internal.require_scope('videos:write', 'videos on a product need');
    perform internal.require_videos(v_store_id);
    -- Before the product's own locks: see db/README.md.
    v_plan := internal.lock_company_videos();
  end if;
  perform internal.check_product_limit(v_store_id);
  perform internal.check_brand((input ->> 'brand_id')::uuid, v_store_id);
  insert into app.products (id, company_id, store_id, name, slug, brand_id, short_description, description, status,
    delivery_charge, tags, seo_title, seo_description)
  values (v_id, v_company_id, v_store_id, input ->> 'name',
    coalesce(
      input ->> 'slug',
      internal.free_slug('app.products', v_store_id,
        internal.slug_from(input ->> 'name', 'product-' || right(v_id::text, 12)))),
    (input ->> 'brand_id')::uuid,
    input ->> 'short_description',
    input ->> 'description',
    coalesce(input ->> 'status', 'draft'),
    (input ->> 'delivery_charge')::numeric,
    internal.given_tags(input, '{}'),
    internal.seo_text(input, 'title', null, 200),
    internal.seo_text(input, 'description', null, 500));
  perform internal.hold_touches(v_id);
  perform internal.set_product_categories(v_id, coalesce(nullif(input -> 'categories', 'null'), '[]'));
  v_image_ids := internal.add_images(v_id, coalesce(nullif(input -> 'images', 'null'), '[]'));
  perform internal.save_variants(v_id, input -> 'variants', v_image_ids);
  perform internal.attach_videos(v_id, v_videos, v_plan);
  perform internal.release_touches(v_id);
  return internal.publish_product(v_id, 'product.created');
end
$$;
grant execute on function api.create_product(jsonb) to haat_api;

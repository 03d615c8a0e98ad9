-- Changes a product (PATCH /products/{id}). A call that changes nothing moves no updated_at and sends no event.
-- Takes: the fields to change (absent: kept, null: cleared; images are added, variants are matched by id).
-- Gives: the product.
-- Raises: HT008, HT100 (store_id); HT100 (id); HT004 (plan's product limit, when it comes back from the archive);
-- HT101 (brand, categories, variants, options, SKU); HT008; 23505 (slug).
create or replace function api.update_product(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_writing(input);
  v_product constant app.products := internal.lock_product((input ->> 'id')::uuid, v_store_id);
  v_id constant uuid := v_product.id;
  v_status constant text := coalesce(input ->> 'status', v_product.status);
  v_image_ids uuid[];
begin
  if v_product.status = 'archived' and v_status <> 'archived' then
    perform internal.check_product_limit(v_store_id);
  end if;
  perform internal.check_brand((input ->> 'brand_id')::uuid, v_store_id);
  -- The slug is part of a key: it is written only when it changes, so that orders of the product do not wait for this.
  if input ->> 'slug' <> v_product.slug then
    update app.products t set slug = input ->> 'slug' where t.id = v_id;
  end if;
  update app.products t set
    name = coalesce(input ->> 'name', t.name),
    brand_id = case when input ? 'brand_id' then (input ->> 'brand_id')::uuid else t.brand_id end,
    short_description =
      case when input ? 'short_description' then input ->> 'short_description' else t.short_description end,
    description = case when input ? 'description' then input ->> 'description' else t.description end,
    status = v_status,
    delivery_charge =
      case when input ? 'delivery_charge' then (input ->> 'delivery_charge')::numeric else t.delivery_charge end,
    tags = internal.given_tags(input, t.tags),
    seo_title = internal.seo_text(input, 'title', t.seo_title, 200),
    seo_description = internal.seo_text(input, 'description', t.seo_description, 500)
    where t.id = v_id;
  perform internal.hold_touches(v_id);
  if input ? 'categories' then
    perform internal.set_product_categories(v_id, coalesce(nullif(input -> 'categories', 'null'), '[]'));
  end if;
  if input ->> 'images' is not null then
    v_image_ids := internal.add_images(v_id, input -> 'images');
  end if;
  if input ->> 'variants' is not null then
    perform internal.save_variants(v_id, input -> 'variants', coalesce(v_image_ids, '{}'));
  end if;
  perform internal.release_touches(v_id);
  return internal.product_changed(v_product,
    case when v_status = 'archived' and v_product.status <> 'archived' then 'product.archived'
         else 'product.updated' end);
end
$$;
grant execute on function api.update_product(jsonb) to haat_api;

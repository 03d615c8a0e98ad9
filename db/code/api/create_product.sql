create or replace function api.create_product(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.writing_store_id(input);
  v_company_id constant uuid := internal.current_company_id();
  v_id uuid;
  v_document json;
begin
  perform internal.check_product_limit(v_company_id);
  perform internal.check_brand((input ->> 'brand_id')::uuid, v_store_id);
  if jsonb_array_length(coalesce(nullif(input -> 'videos', 'null'), '[]')) > 0 then
    perform internal.field_error('HT008', 'videos', 'videos are not taken yet');
  end if;
  insert into app.products (company_id, store_id, name, slug, brand_id, short_description, description, status, delivery_charge)
  values (v_company_id, v_store_id, input ->> 'name',
    coalesce(input ->> 'slug', internal.free_slug('app.products', v_store_id, internal.slug_from(input ->> 'name', 'product'))),
    (input ->> 'brand_id')::uuid, input ->> 'short_description', input ->> 'description', coalesce(input ->> 'status', 'draft'), (input ->> 'delivery_charge')::numeric)
  returning id into v_id;
  perform internal.set_product_categories(v_id, coalesce(nullif(input -> 'categories', 'null'), '[]'));
  perform internal.save_variants(v_id, input -> 'variants', internal.add_images(v_id, coalesce(nullif(input -> 'images', 'null'), '[]')));
  select d.document into v_document from internal.product_documents(array[v_id]) d;
  perform internal.emit_event(v_store_id, 'product.created', v_id, v_document);
  return v_document;
end
$$;
comment on function api.create_product(jsonb) is 'POST /products: takes the product with its variants and stored pictures; gives it. Raises HT008 and HT100 for store_id, HT004 (plan''s product limit), HT101 (brand, categories, options, SKU), HT008. spec: POST /products';
grant execute on function api.create_product(jsonb) to haat_api;

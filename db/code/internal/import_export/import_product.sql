-- Takes in a product of another shop, in one transaction: makes it or changes it, by the procedures of staff, with
-- what is missing of its brand, categories and options; sets its stock and bins; notes its pictures. Run again it
-- changes what differs and doubles nothing. Needs catalog.manage, and inventory.manage with a location_id.
-- Takes: the fields of POST /products but its pictures, videos and ids, and: handle, brand (a name), category_paths
-- [[name, …], …], the stock and bin of each variant, location_id and reason, image_links
-- [{source_url, alt_text?, skus}], and of variants whose SKU stood above in the file doubtful_skus: see
-- server/import-export/line.ts.
-- Fields that are absent stay as they are, null clears.
-- Gives: {action: created, updated or unchanged, id, slug, image_links: how many are new,
-- doubtful_skus as they came}.
-- Raises: HT014 (permission), HT100 (store_id, location_id), HT101 (a SKU of another product, options), HT008, HT004
-- (the plan's products), 23505 (two imports of one product at once).
--
-- The handle, or else the SKUs, say which product it is. It is locked first, as by every change of a product.
create or replace function internal.import_product(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := (input ->> 'store_id')::uuid;
  v_slug constant text := internal.slug_from(input ->> 'handle', null);
  v_skus constant text[] := array(
    select w.variant ->> 'sku' from jsonb_array_elements(input -> 'variants') with ordinality as w (variant, n)
    order by w.n);
  v_found record;
  v_before app.products;
  v_product app.products;
  v_fields jsonb := input - '{handle,brand,category_paths,location_id,reason,image_links,doubtful_skus}'::text[];
  v_links integer;
  v_is_stocked boolean;
begin
  perform internal.require_permission('catalog.manage');
  perform internal.require_store(v_store_id);
  v_found := internal.find_imported_product(v_store_id, v_slug, v_skus);
  if v_found.problems is not null then
    perform internal.fail('HT101', 'skuTaken.product', fields => v_found.problems);
  elsif v_found.product_id is not null then
    v_before := internal.lock_product(v_found.product_id, v_store_id);
  end if;
  if input ? 'brand' then
    v_fields := v_fields || jsonb_build_object('brand_id', internal.import_brand(v_store_id, input ->> 'brand'));
  end if;
  if input ? 'category_paths' then
    v_fields := v_fields || jsonb_build_object(
      'categories', internal.import_categories(v_store_id, input -> 'category_paths'));
  end if;
  perform internal.import_options(v_store_id, input -> 'variants');
  v_fields := v_fields || jsonb_build_object(
    'variants', internal.imported_variants(v_before.id, input -> 'variants'));
  if v_before.id is null then
    v_product := staff.create_product(v_fields || jsonb_strip_nulls(jsonb_build_object('slug', v_slug)));
  else
    v_product := staff.update_product(v_fields || jsonb_build_object('id', v_before.id));
  end if;
  v_is_stocked := not internal.has_same_stock(v_product.id, input)
    or exists (select from internal.imported_bins(v_product.id, input));
  perform internal.import_stock(v_product.id, input);
  v_links := internal.import_image_links(v_product, coalesce(input -> 'image_links', '[]'));
  return json_build_object(
    'action', case
      when v_before.id is null then 'created'
      when v_product.child_changes > v_before.child_changes or v_is_stocked or v_links > 0 then 'updated'
      else 'unchanged' end,
    'id', v_product.id,
    'slug', v_product.slug,
    'image_links', v_links,
    'doubtful_skus', input -> 'doubtful_skus');
end
$$;
grant execute on function internal.import_product(jsonb) to haat_api, haat_staff;

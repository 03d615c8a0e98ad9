-- Takes: a product, the variant's place, its fields as POST /products describes them, the request's images and a
-- prefix for field names.
-- Gives: the new variant.
-- Raises: HT008, HT101 (also for options that another variant has); a taken SKU is a unique violation.
-- spec: POST /products, variants[]
--
-- Options are given by name and set only here, when the variant is created; attributes and values must exist first.
create or replace function internal.add_variant(product_id uuid, place integer, input jsonb, image_ids uuid[] default '{}', field_prefix text default '') returns uuid
language plpgsql volatile
set search_path = ''
as $$
declare
  v_options constant jsonb := coalesce(nullif(input -> 'options', 'null'), '[]');
  p app.products;
  v_key text;
  v_image_id uuid;
  v_id uuid;
begin
  select * into p from app.products t where t.id = add_variant.product_id;
  if (input ->> 'discount_price')::numeric >= (input ->> 'price')::numeric then
    perform internal.field_error('HT008', field_prefix || 'discount_price', 'must be below price');
  end if;
  v_key := internal.option_key(p.store_id, v_options, field_prefix);
  if exists (select from app.variants v where v.product_id = p.id and v.option_key = v_key) then
    perform internal.field_error('HT101', field_prefix || 'options', 'are already used by another variant of this product');
  end if;
  v_image_id := internal.variant_image_id(p.id, input, image_ids, null, field_prefix);

  insert into app.variants (company_id, store_id, product_id, sku, barcode, name, price, discount_price, weight, dimensions, low_stock_threshold, status, image_id, option_key, position)
  values (p.company_id, p.store_id, p.id, input ->> 'sku', input ->> 'barcode', input ->> 'name', (input ->> 'price')::numeric, (input ->> 'discount_price')::numeric,
    (input ->> 'weight')::numeric, nullif(input -> 'dimensions', 'null'), coalesce((input ->> 'low_stock_threshold')::integer, 0), coalesce(input ->> 'status', 'active'),
    v_image_id, v_key, add_variant.place)
  returning id into v_id;
  insert into app.variant_options (company_id, store_id, variant_id, attribute_id, value_id, position)
  select p.company_id, p.store_id, v_id, a.id, v.id, w.n - 1
  from jsonb_array_elements(v_options) with ordinality as w (item, n)
  join app.attributes a on a.store_id = p.store_id and internal.fold(a.name) = internal.fold(w.item ->> 'attribute')
  join app.attribute_values v on v.attribute_id = a.id and internal.fold(v.value) = internal.fold(w.item ->> 'value');
  insert into app.variant_costs (variant_id, company_id, store_id, average_cost, updated_at)
  values (v_id, p.company_id, p.store_id, coalesce((input ->> 'cost_price')::numeric, 0), internal.now());
  return v_id;
end
$$;

-- Adds a variant to a product, with its options and its cost.
-- Takes: a product, the variant's position, its fields as POST /products describes them (prices and cost in the
-- store's currency), the request's images and a prefix for field names.
-- Gives: the id of the new variant.
-- Raises: HT008; HT101, also for options that another variant has. A taken SKU is a unique violation.
-- spec: POST /products, variants[]
--
-- Options are named by attribute and value, which must exist. They are set here and never change.
create or replace function internal.add_variant(
  product_id uuid,
  place integer,
  input jsonb,
  image_ids uuid[] default '{}',
  field_prefix text default '')
  returns uuid
language plpgsql volatile
set search_path = ''
as $$
declare
  v_options constant jsonb := coalesce(nullif(input -> 'options', 'null'), '[]');
  v_product app.products;
  v_key text;
  v_variant app.variants;
begin
  select * into v_product from app.products p where p.id = add_variant.product_id;
  if (input ->> 'discount_price')::numeric >= (input ->> 'price')::numeric then
    perform internal.field_error('HT008', field_prefix || 'discount_price', 'must be below price');
  end if;
  v_key := internal.option_key(v_product.store_id, v_options, field_prefix);
  if exists (select from app.variants v where v.product_id = v_product.id and v.option_key = v_key) then
    perform internal.field_error('HT101', field_prefix || 'options',
      'are already used by another variant of this product');
  end if;

  insert into app.variants (
    company_id, store_id, product_id, sku, barcode, name, price, discount_price,
    weight, dimensions, low_stock_threshold, status,
    image_id, option_key, position)
  values (
    v_product.company_id, v_product.store_id, v_product.id, input ->> 'sku', input ->> 'barcode', input ->> 'name',
    (input ->> 'price')::numeric, (input ->> 'discount_price')::numeric,
    (input ->> 'weight')::numeric, nullif(input -> 'dimensions', 'null'),
    coalesce((input ->> 'low_stock_threshold')::integer, 0), coalesce(input ->> 'status', 'active'),
    internal.variant_image_id(v_product.id, input, image_ids, null, field_prefix), v_key, add_variant.place)
  returning * into v_variant;
  perform internal.add_variant_options(v_variant, v_options);
  insert into app.variant_costs (variant_id, company_id, store_id, average_cost, updated_at)
  values (v_variant.id, v_variant.company_id, v_variant.store_id,
    coalesce((input ->> 'cost_price')::numeric, 0), internal.now());
  return v_variant.id;
end
$$;

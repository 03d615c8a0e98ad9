-- Makes a variant that is to be added to a product, and refuses it when it may not be; internal.add_variants writes.
-- Takes: the product, the variant's position, its fields as POST /products describes them (prices and cost in the
-- store's currency), the request's images, the option keys that other variants of the product have, and a prefix for
-- field names.
-- Raises: HT008; HT101, also for options that another variant has.
-- see: reference/products#create_product
--
-- A discount price of 0 counts as none: an order would not honour it, and who shows it would show what is free.
-- Options are named by attribute and value, which must exist. They are set here and never change.
create or replace function internal.new_variant(
  product app.products,
  place integer,
  input jsonb,
  image_ids uuid[],
  option_keys text[],
  field_prefix text)
  returns app.variants
language plpgsql volatile
set search_path = ''
as $$
declare
  v_variant app.variants;
begin
  v_variant.option_key := internal.check_new_variant(product.store_id, input, option_keys, field_prefix);
  v_variant.id := uuidv7();
  v_variant.company_id := product.company_id;
  v_variant.store_id := product.store_id;
  v_variant.product_id := product.id;
  v_variant.sku := input ->> 'sku';
  v_variant.barcode := input ->> 'barcode';
  v_variant.name := input ->> 'name';
  v_variant.price := (input ->> 'price')::numeric;
  v_variant.discount_price := nullif((input ->> 'discount_price')::numeric, 0);
  v_variant.weight := (input ->> 'weight')::numeric;
  v_variant.dimensions := nullif(input -> 'dimensions', 'null');
  v_variant.low_stock_threshold := coalesce((input ->> 'low_stock_threshold')::integer, 0);
  v_variant.status := coalesce(input ->> 'status', 'active');
  v_variant.image_id := internal.variant_image_id(product.id, input, image_ids, null, field_prefix);
  v_variant.position := place;
  return v_variant;
end
$$;

-- Changes the fields of a variant. Absent fields stay as they are; null clears, and so does a discount price of 0.
-- Takes: a variant of a locked product, the fields to change, the request's images and a prefix for field names.
-- Raises: HT008, HT101. A taken SKU is a unique violation.
-- see: reference/variants#update_variant, guides/overview#conventions
--
-- Lock order: product, variant cost, variant. A call that holds the cost and writes the ledger names the variant
-- there, and would wait for a variant whose key changes. So the cost is locked first, and the SKU, which is a key, is
-- written only when it is another one.
create or replace function internal.change_variant(
  variant_id uuid,
  input jsonb,
  image_ids uuid[] default '{}',
  field_prefix text default '')
  returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_cost_price constant numeric := (input ->> 'cost_price')::numeric;
  v_average_cost numeric;
  v_variant app.variants;
begin
  if v_cost_price is not null or input ->> 'sku' is not null then
    select c.average_cost into v_average_cost
      from app.variant_costs c
      where c.variant_id = change_variant.variant_id
      for update;
  end if;
  select * into v_variant from app.variants v where v.id = change_variant.variant_id for no key update;
  perform internal.check_variant_change(v_variant, input, field_prefix);
  if input ->> 'sku' <> v_variant.sku then
    update app.variants v set sku = input ->> 'sku' where v.id = v_variant.id;
  end if;
  update app.variants v
    set
      barcode = case when input ? 'barcode' then input ->> 'barcode' else v.barcode end,
      name = coalesce(input ->> 'name', v.name),
      price = coalesce((input ->> 'price')::numeric, v.price),
      discount_price = case
        when input ? 'discount_price' then nullif((input ->> 'discount_price')::numeric, 0)
        else v.discount_price end,
      weight = case when input ? 'weight' then (input ->> 'weight')::numeric else v.weight end,
      dimensions = case when input ? 'dimensions' then nullif(input -> 'dimensions', 'null') else v.dimensions end,
      low_stock_threshold = coalesce((input ->> 'low_stock_threshold')::integer, v.low_stock_threshold),
      status = coalesce(input ->> 'status', v.status),
      image_id = internal.variant_image_id(v.product_id, input, image_ids, v.image_id, field_prefix)
    where v.id = v_variant.id;
  if v_cost_price <> v_average_cost then
    update app.variant_costs c
      set average_cost = v_cost_price, updated_at = internal.now()
      where c.variant_id = v_variant.id;
  end if;
end
$$;

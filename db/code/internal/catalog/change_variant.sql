-- Takes: a variant of a locked product, the fields to change, the request's images and a prefix for field names.
-- Changes it.
-- Raises: HT008, HT101; a taken SKU is a unique violation.
-- spec: POST /products, variants[]; PATCH /variants/{identifier}
--
-- Absent fields stay as they are, null clears. Options are fixed when a variant is created: the same ones may be sent
-- again (so that a client can send back what it keeps), others are refused. Lock order: product, variant cost, variant.
-- Whoever holds the cost and writes the ledger names the variant in it, and would wait for a variant whose key changes:
-- so the cost is taken first, and the SKU, which is a key, is only written when it is another.
create or replace function internal.change_variant(variant_id uuid, input jsonb, image_ids uuid[] default '{}', field_prefix text default '') returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v app.variants;
  v_price numeric;
  v_discount_price numeric;
  v_cost numeric;
begin
  if input ->> 'cost_price' is not null or input ->> 'sku' is not null then
    select k.average_cost into v_cost from app.variant_costs k where k.variant_id = change_variant.variant_id for update;
  end if;
  select * into v from app.variants t where t.id = change_variant.variant_id for no key update;
  v_price := coalesce((input ->> 'price')::numeric, v.price);
  v_discount_price := case when input ? 'discount_price' then (input ->> 'discount_price')::numeric else v.discount_price end;
  if v_discount_price >= v_price then
    perform internal.field_error('HT008', field_prefix || case when input ->> 'discount_price' is null then 'price' else 'discount_price' end,
      case when input ->> 'discount_price' is null then format('must be above the discount price %s', v.discount_price) else 'must be below price' end);
  end if;
  if input -> 'options' <> 'null' and internal.option_key(v.store_id, input -> 'options', field_prefix) <> v.option_key then
    perform internal.field_error('HT008', field_prefix || 'options', 'are set when the variant is created and cannot change');
  end if;
  if input ->> 'sku' <> v.sku then
    update app.variants t set sku = input ->> 'sku' where t.id = v.id;
  end if;
  update app.variants t set
    barcode = case when input ? 'barcode' then input ->> 'barcode' else t.barcode end,
    name = coalesce(input ->> 'name', t.name),
    price = v_price,
    discount_price = v_discount_price,
    weight = case when input ? 'weight' then (input ->> 'weight')::numeric else t.weight end,
    dimensions = case when input ? 'dimensions' then nullif(input -> 'dimensions', 'null') else t.dimensions end,
    low_stock_threshold = coalesce((input ->> 'low_stock_threshold')::integer, t.low_stock_threshold),
    status = coalesce(input ->> 'status', t.status),
    image_id = internal.variant_image_id(t.product_id, input, image_ids, t.image_id, field_prefix)
    where t.id = v.id;
  if v_cost <> (input ->> 'cost_price')::numeric then
    update app.variant_costs k set average_cost = (input ->> 'cost_price')::numeric, updated_at = internal.now() where k.variant_id = v.id;
    -- No document shows a cost, so the activity log is the only place where its change can be found again.
    perform internal.log_activity(v.store_id, 'variant.cost_changed', 'variant', v.id,
      jsonb_build_object('average_cost', v_cost), jsonb_build_object('average_cost', (input ->> 'cost_price')::numeric));
  end if;
end
$$;

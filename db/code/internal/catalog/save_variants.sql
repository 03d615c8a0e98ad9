-- Takes: a locked product, variants (with id: changed, without: added after those there; those not named stay) and
-- the request's images.
-- Raises: HT008, HT101, naming the line.
-- spec: POST /products, variants[]
--
-- SKUs are compared when all lines are written, so that two variants may swap theirs in one request.
create or replace function internal.save_variants(product_id uuid, variants jsonb, image_ids uuid[]) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_variant record;
  v_prefix text;
  v_place integer;
  v_id uuid;
  v_ids uuid[] := '{}';
begin
  set constraints app.variants_sku_key deferred;
  -- Costs in variant order, as everyone takes them who needs several.
  perform from app.variant_costs k
    where k.variant_id in (select (w.item ->> 'id')::uuid from jsonb_array_elements(variants) as w (item)
      where w.item ->> 'cost_price' is not null or w.item ->> 'sku' is not null)
    order by k.variant_id for update;
  select coalesce(max(v.position) + 1, 0) into v_place from app.variants v where v.product_id = save_variants.product_id;
  for v_variant in select w.item, w.n - 1 as n from jsonb_array_elements(variants) with ordinality as w (item, n) order by w.n loop
    v_prefix := format('variants.%s.', v_variant.n);
    v_id := (v_variant.item ->> 'id')::uuid;
    if v_id is null then
      v_id := internal.add_variant(save_variants.product_id, v_place, v_variant.item, image_ids, v_prefix);
      v_place := v_place + 1;
    elsif exists (select from app.variants v where v.product_id = save_variants.product_id and v.id = v_id) then
      perform internal.change_variant(v_id, v_variant.item, image_ids, v_prefix);
    else
      perform internal.field_error('HT101', v_prefix || 'id', 'is not a variant of this product');
    end if;
    v_ids := v_ids || v_id;
  end loop;
  begin
    set constraints app.variants_sku_key immediate;
  exception when unique_violation then
    perform internal.refuse_taken_skus(variants, v_ids);
  end;
  if (select count(*) from app.variants v where v.product_id = save_variants.product_id) > 250 then
    perform internal.field_error('HT008', 'variants', 'a product has at most 250 variants');
  end if;
end
$$;

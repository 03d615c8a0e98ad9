-- Saves variants of a product: changes those with an id, adds those without one after the others. The rest stay.
-- Takes: a locked product, the variants as POST /products describes them, and the request's images.
-- Raises: HT008, HT101, naming the variant's place in the list.
-- see: reference/products#create_product
--
-- SKUs are compared when all variants are written, so that two variants may swap theirs in one request.
create or replace function internal.save_variants(product_id uuid, variants jsonb, image_ids uuid[]) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_product app.products;
  v_line record;
  v_prefix text;
  v_position integer;
  v_option_keys text[];
  v_new app.variants;
  v_added app.variants[] := '{}';
  v_inputs jsonb[] := '{}';
  v_id uuid;
  v_ids uuid[] := '{}';
  v_claimed uuid[] := '{}';
begin
  set constraints app.variants_sku_key deferred;
  -- In the order of the ids, as everybody does. Only variants with cost_price or sku need the lock.
  perform from app.variant_costs c
    -- An array: the planner takes it for few, and does not read all costs to join with them.
    where c.variant_id = any (array(
      select (w.item ->> 'id')::uuid
      from jsonb_array_elements(variants) as w (item)
      where w.item ->> 'cost_price' is not null or w.item ->> 'sku' is not null))
    order by c.variant_id
    for update;
  select * into v_product from app.products p where p.id = save_variants.product_id;
  select coalesce(max(v.position) + 1, 0), array_agg(v.option_key) into v_position, v_option_keys
    from app.variants v
    where v.product_id = save_variants.product_id;
  for v_line in
    select w.item, w.n - 1 as n
    from jsonb_array_elements(variants) with ordinality as w (item, n)
    order by w.n
  loop
    v_prefix := format('variants.%s.', v_line.n);
    v_id := (v_line.item ->> 'id')::uuid;
    if v_id is null then
      v_new := internal.new_variant(v_product, v_position, v_line.item, image_ids, v_option_keys, v_prefix);
      v_id := v_new.id;
      v_added := v_added || v_new;
      v_inputs := v_inputs || v_line.item;
      v_claimed := v_claimed || v_id;
      v_option_keys := v_option_keys || v_new.option_key;
      v_position := v_position + 1;
    elsif exists (select from app.variants v where v.product_id = save_variants.product_id and v.id = v_id) then
      if internal.is_new_sku(v_id, v_line.item ->> 'sku') then
        v_claimed := v_claimed || v_id;
      end if;
      perform internal.change_variant(v_id, v_line.item, image_ids, v_prefix);
    else
      perform internal.field_error('HT101', v_prefix || 'id', 'gone.productVariant');
    end if;
    v_ids := v_ids || v_id;
  end loop;
  perform internal.add_variants(v_added, v_inputs);
  begin
    set constraints app.variants_sku_key immediate;
  exception when unique_violation then
    perform internal.refuse_taken_skus(variants, v_ids, v_ids);
  end;
  perform internal.claim_skus(v_product.store_id, variants, v_ids, v_claimed);
  perform internal.check_variant_count(
    (select count(*) from app.variants v where v.product_id = save_variants.product_id));
end
$$;

-- Adds variants to a product, with their options and their costs.
-- Takes: what internal.new_variant made, and the fields of each.
--
-- A taken SKU is a unique violation. All are one statement, since each touches the product and writes it anew.
create or replace function internal.add_variants(new_variants app.variants[], inputs jsonb[]) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  if new_variants = '{}' then
    return;
  end if;
  insert into app.variants (id, company_id, store_id, product_id, sku, barcode, name, price, discount_price, weight,
    dimensions, low_stock_threshold, status, image_id, option_key, position)
  select n.id, n.company_id, n.store_id, n.product_id, n.sku, n.barcode, n.name, n.price, n.discount_price, n.weight,
    n.dimensions, n.low_stock_threshold, n.status, n.image_id, n.option_key, n.position
  from unnest(new_variants) n;
  insert into app.variant_options (company_id, store_id, variant_id, attribute_id, value_id, position)
  select n.company_id, n.store_id, n.id, a.id, v.id, o.n - 1
  from unnest(new_variants) with ordinality n
  cross join lateral jsonb_array_elements(coalesce(nullif(inputs[n.ordinality] -> 'options', 'null'), '[]'))
    with ordinality as o (option, n)
  -- Row by row: inside the fence the planner takes a company's rows for few, and would join with all of them.
  cross join lateral (
    select t.id from app.attributes t
    where t.store_id = n.store_id and internal.fold(t.name) = internal.fold(o.option ->> 'attribute') limit 1
  ) a
  cross join lateral (
    select t.id from app.attribute_values t
    where t.attribute_id = a.id and internal.fold(t.value) = internal.fold(o.option ->> 'value') limit 1
  ) v;
  insert into app.variant_costs (variant_id, company_id, store_id, average_cost, updated_at)
  select n.id, n.company_id, n.store_id, coalesce((inputs[n.ordinality] ->> 'cost_price')::numeric, 0), internal.now()
  from unnest(new_variants) with ordinality n;
end
$$;

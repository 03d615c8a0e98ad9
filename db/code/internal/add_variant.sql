-- Options are given by name and set only here, when the variant is created; attributes and values must exist first.
create or replace function internal.add_variant(product_id uuid, place integer, input jsonb, image_ids uuid[] default '{}', field_prefix text default '') returns uuid
language plpgsql volatile
set search_path = ''
as $$
declare
  p app.products;
  v_id uuid;
  v_option record;
  v_key text;
begin
  select * into p from app.products t where t.id = add_variant.product_id;
  if (input ->> 'discount_price')::numeric >= (input ->> 'price')::numeric then
    perform internal.field_error('HT008', field_prefix || 'discount_price', 'must be below price');
  end if;
  for v_option in
    select w.n - 1 as n, a.id as attribute_id, a.type, v.id as value_id, w.item ->> 'attribute' as attribute, w.item ->> 'value' as value
    from jsonb_array_elements(coalesce(nullif(input -> 'options', 'null'), '[]')) with ordinality as w (item, n)
    left join app.attributes a on a.store_id = p.store_id and lower(a.name) = lower(btrim(w.item ->> 'attribute'))
    left join app.attribute_values v on v.attribute_id = a.id and lower(v.value) = lower(btrim(w.item ->> 'value'))
    order by w.n
  loop
    if v_option.attribute_id is null or v_option.type <> 'variant' then
      perform internal.field_error('HT101', format('%soptions.%s.attribute', field_prefix, v_option.n), format('%s is no variant attribute of this store', v_option.attribute));
    elsif v_option.value_id is null then
      perform internal.field_error('HT101', format('%soptions.%s.value', field_prefix, v_option.n), format('%s is no value of %s', v_option.value, v_option.attribute));
    end if;
  end loop;
  if (select count(*) <> count(distinct lower(btrim(o ->> 'attribute'))) from jsonb_array_elements(coalesce(nullif(input -> 'options', 'null'), '[]')) o) then
    perform internal.field_error('HT008', field_prefix || 'options', 'the same attribute stands twice');
  end if;
  select coalesce(string_agg(v.id::text, ' ' order by v.id), '') into v_key
    from jsonb_array_elements(coalesce(nullif(input -> 'options', 'null'), '[]')) o
    join app.attributes a on a.store_id = p.store_id and lower(a.name) = lower(btrim(o ->> 'attribute'))
    join app.attribute_values v on v.attribute_id = a.id and lower(v.value) = lower(btrim(o ->> 'value'));

  insert into app.variants (company_id, store_id, product_id, sku, barcode, name, price, discount_price, weight, dimensions, low_stock_threshold, status, image_id, option_key, position)
  values (p.company_id, p.store_id, p.id, input ->> 'sku', input ->> 'barcode', input ->> 'name', (input ->> 'price')::numeric, (input ->> 'discount_price')::numeric,
    (input ->> 'weight')::numeric, nullif(input -> 'dimensions', 'null'), coalesce((input ->> 'low_stock_threshold')::integer, 0), coalesce(input ->> 'status', 'active'),
    image_ids[(input ->> 'image_index')::integer + 1], v_key, add_variant.place)
  returning id into v_id;
  insert into app.variant_options (company_id, store_id, variant_id, attribute_id, value_id, position)
  select p.company_id, p.store_id, v_id, a.id, v.id, w.n - 1
  from jsonb_array_elements(coalesce(nullif(input -> 'options', 'null'), '[]')) with ordinality as w (item, n)
  join app.attributes a on a.store_id = p.store_id and lower(a.name) = lower(btrim(w.item ->> 'attribute'))
  join app.attribute_values v on v.attribute_id = a.id and lower(v.value) = lower(btrim(w.item ->> 'value'));
  insert into app.variant_costs (variant_id, company_id, store_id, average_cost, updated_at)
  values (v_id, p.company_id, p.store_id, coalesce((input ->> 'cost_price')::numeric, 0), internal.now());
  return v_id;
end
$$;
comment on function internal.add_variant(uuid, integer, jsonb, uuid[], text) is 'Takes a product, the variant''s place, its fields as POST /products describes them, the request''s images and a prefix for field names; gives the new variant. Raises HT008, HT101; a taken SKU or option set is a unique violation. spec: POST /products, variants[]';

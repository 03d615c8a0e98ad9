-- What is sold at what price: snapshots for the order's lines. A discount price counts only when above 0 and below the
-- unit price; without any price of its own a line sells at the catalog's.
create or replace function internal.price_lines(store_id uuid, items jsonb)
  returns table (line integer, product_id uuid, variant_id uuid, sku text, barcode text, product_name text, variant_name text, options jsonb, image_media_key text,
    quantity integer, unit_price numeric, discount_price numeric, amount numeric)
language plpgsql stable
set search_path = ''
as $$
declare
  v_bad record;
begin
  select w.n - 1 as line, case when w.item ? 'variant_id' then 'variant_id' else 'sku' end as field, v.id, v.status, p.status as product_status
    into v_bad
    from jsonb_array_elements(items) with ordinality as w (item, n)
    left join app.variants v on v.store_id = price_lines.store_id
      and case when w.item ->> 'variant_id' is not null then v.id = (w.item ->> 'variant_id')::uuid else v.sku = w.item ->> 'sku' end
    left join app.products p on p.id = v.product_id
    where v.id is null or v.status <> 'active' or p.status = 'archived'
    order by w.n limit 1;
  if found then
    perform internal.field_error('HT101', format('items.%s.%s', v_bad.line, v_bad.field),
      case when v_bad.id is null then 'names no variant of this store' else 'names a variant that is not for sale' end);
  end if;
  return query
  select (w.n - 1)::integer, p.id, v.id, v.sku, v.barcode, p.name, v.name, coalesce(o.list, '[]'::jsonb), coalesce(vi.media_key, pi.media_key),
    (w.item ->> 'quantity')::integer, x.unit_price, case when x.discount_price > 0 and x.discount_price < x.unit_price then x.discount_price end,
    (w.item ->> 'quantity')::integer * case when x.discount_price > 0 and x.discount_price < x.unit_price then x.discount_price else x.unit_price end
  from jsonb_array_elements(items) with ordinality as w (item, n)
  join app.variants v on v.store_id = price_lines.store_id
    and case when w.item ->> 'variant_id' is not null then v.id = (w.item ->> 'variant_id')::uuid else v.sku = w.item ->> 'sku' end
  join app.products p on p.id = v.product_id
  cross join lateral (
    select coalesce((w.item ->> 'unit_price')::numeric, v.price)::numeric(14, 2) as unit_price,
      case when w.item ->> 'discount_price' is not null then (w.item ->> 'discount_price')::numeric
           when w.item ->> 'unit_price' is null then v.discount_price end as discount_price
  ) x
  left join app.product_images vi on vi.id = v.image_id
  left join lateral (
    select i.media_key from app.product_images i where i.product_id = p.id order by i.is_thumbnail desc, i.position limit 1
  ) pi on true
  left join lateral (
    select jsonb_agg(jsonb_build_object('attribute', a.name, 'value', av.value) order by vo.position, a.name) as list
    from app.variant_options vo join app.attributes a on a.id = vo.attribute_id join app.attribute_values av on av.id = vo.value_id
    where vo.variant_id = v.id
  ) o on true
  order by w.n;
end
$$;
comment on function internal.price_lines(uuid, jsonb) is 'Takes a store and order lines [{variant_id | sku, quantity, unit_price?, discount_price?}]; gives each as it will be kept, amount = quantity x selling price. Raises HT101 naming the line whose variant is absent or not for sale. spec: POST /orders';

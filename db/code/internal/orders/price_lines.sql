-- Takes: a store and order lines [{variant_id | sku, quantity, unit_price?, discount_price?}].
-- Gives: each as it will be kept, in their order, amount = quantity x selling price.
-- Raises: HT101 naming the first line whose variant is absent or not for sale.
-- spec: POST /orders
--
-- What is sold at what price: snapshots for the order's lines, read in one statement, so that whoever keeps the result
-- has one truth for totals and lines. A discount price counts only when above 0 and below the unit price, else it is as
-- if not given; without any price of its own a line sells at the catalog's.
create or replace function internal.price_lines(store_id uuid, items jsonb) returns internal.priced_line[]
language plpgsql stable
set search_path = ''
as $$
declare
  v_lines internal.priced_line[];
  l internal.priced_line;
begin
  select array_agg(row(w.line, p.id, v.id, v.status = 'active' and p.status <> 'archived', v.sku, v.barcode, p.name, v.name,
      coalesce(o.list, '[]'::jsonb), coalesce(vi.media_key, pi.media_key), w.quantity, x.unit_price, x.discount_price,
      w.quantity * coalesce(x.discount_price, x.unit_price))::internal.priced_line order by w.line)
    into v_lines
    from (
      select (t.n - 1)::integer as line, (t.item ->> 'quantity')::integer as quantity,
        (t.item ->> 'unit_price')::numeric as unit_price, (t.item ->> 'discount_price')::numeric as discount_price, t.item
      from jsonb_array_elements(items) with ordinality as t (item, n)
    ) w
    left join lateral internal.find_line_variants(array[price_lines.store_id], w.item) v on true
    left join app.products p on p.id = v.product_id
    left join lateral (select coalesce(w.unit_price, v.price)::numeric(14, 2) as unit_price) u on true
    left join lateral (
      select u.unit_price, case
        when w.discount_price > 0 and w.discount_price < u.unit_price then w.discount_price
        when w.unit_price is null and v.discount_price > 0 and v.discount_price < u.unit_price then v.discount_price
        end as discount_price
    ) x on true
    left join app.product_images vi on vi.id = v.image_id
    left join lateral (
      select i.media_key from app.product_images i where i.product_id = p.id order by i.is_thumbnail desc, i.position limit 1
    ) pi on true
    left join lateral (
      select jsonb_agg(jsonb_build_object('attribute', a.name, 'value', av.value) order by vo.position, a.name) as list
      from app.variant_options vo
      join app.attributes a on a.id = vo.attribute_id
      join app.attribute_values av on av.id = vo.value_id
      where vo.variant_id = v.id
    ) o on true;
  foreach l in array v_lines loop
    if l.is_for_sale is not true then
      perform internal.field_error('HT101',
        format('items.%s.%s', l.line, case when items -> l.line ->> 'variant_id' is null then 'sku' else 'variant_id' end),
        case when l.variant_id is null then 'is not a variant of this store' else 'is a variant that is not for sale' end);
    end if;
  end loop;
  return v_lines;
end
$$;

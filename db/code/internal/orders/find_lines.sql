-- Finds what lines sell, and at what price, whether or not it is for sale.
-- Takes: a store and lines [{variant_id | sku, quantity, unit_price?, discount_price?}], prices in its currency.
-- Gives: the lines as the order will keep them, in the same order; amount = quantity x selling price.
-- see: guides/first-order#3-create-the-order
--
-- Everything is read in one statement, so that totals and lines come from the same state of the catalog.
-- A discount price counts only when it is above 0 and below the unit price. A line without a unit price of its own
-- sells at the catalog's prices.
create or replace function internal.find_lines(store_id uuid, items jsonb) returns internal.priced_line[]
language plpgsql stable
set search_path = ''
as $$
declare
  v_lines internal.priced_line[];
begin
  select array_agg(
      row(
        w.line, p.id, v.id, v.status = 'active' and p.status <> 'archived',
        v.sku, v.barcode, p.name, v.name, coalesce(o.list, '[]'::jsonb), coalesce(vi.media_key, pi.media_key),
        w.quantity, x.unit_price, x.discount_price, w.quantity * coalesce(x.discount_price, x.unit_price)
      )::internal.priced_line
      order by w.line)
    into v_lines
    from (
      select
        t.item,
        (t.n - 1)::integer as line,
        (t.item ->> 'quantity')::integer as quantity,
        (t.item ->> 'unit_price')::numeric as unit_price,
        (t.item ->> 'discount_price')::numeric as discount_price
      from jsonb_array_elements(items) with ordinality as t (item, n)
    ) w
    left join lateral internal.find_line_variants(array[find_lines.store_id], w.item) v on true
    left join app.products p on p.id = v.product_id
    left join lateral (select coalesce(w.unit_price, v.price)::numeric(14, 2) as unit_price) u on true
    left join lateral (
      select u.unit_price, case
        when w.discount_price > 0 and w.discount_price < u.unit_price
          then w.discount_price
        when w.unit_price is null and v.discount_price > 0 and v.discount_price < u.unit_price
          then v.discount_price
        end as discount_price
    ) x on true
    left join app.product_images vi on vi.id = v.image_id
    left join lateral (
      select i.media_key
      from app.product_images i
      where i.product_id = p.id
      order by i.is_thumbnail desc, i.position
      limit 1
    ) pi on true
    left join lateral (
      select jsonb_agg(jsonb_build_object('attribute', a.name, 'value', av.value) order by vo.position, a.name) as list
      from app.variant_options vo
      join app.attributes a on a.id = vo.attribute_id
      join app.attribute_values av on av.id = vo.value_id
      where vo.variant_id = v.id
    ) o on true;
  return v_lines;
end
$$;

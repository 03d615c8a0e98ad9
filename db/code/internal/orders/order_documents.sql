-- Shows orders as the API does.
-- Takes: order ids and what to expand.
-- Gives: each order that the caller can see, in the order of the ids.
-- see: guides/orders
--
-- JSON that is put together as text is read through once more when it becomes JSON, which took a third of the time of
-- an order with both expansions. So most of what is asked is one record from the beginning.
create or replace function internal.order_documents(
  ids uuid[],
  expand_customer boolean default false,
  expand_items boolean default false)
  returns table (ordinal bigint, id uuid, document json)
language plpgsql stable rows 25
set search_path = ''
as $$
begin
  -- Two plain branches: a list without expansions must not pay for them.
  if not expand_items and not expand_customer then
    return query
    select w.n, o.id, row_to_json(d)
    from unnest(order_documents.ids) with ordinality as w (id, n)
    join app.orders o on o.id = w.id
    join app.channels ch on ch.id = o.channel_id
    left join app.staff s on s.id = o.assignee_id
    cross join lateral internal.shown_order(o, ch, s.id, s.full_name) d
    order by w.n;
    return;
  end if;
  return query
  select w.n, o.id,
    case when expand_customer and expand_items then row_to_json(f)
      -- One expansion is added as text, before the closing brace of the order's document.
      else (left(row_to_json(d)::text, -1)
        || case when expand_customer then ',"customer":' || coalesce(c.document::text, 'null')
          else ',"items":' || coalesce(i.list::text, '[]') end
        || '}')::json end
  from unnest(order_documents.ids) with ordinality as w (id, n)
  join app.orders o on o.id = w.id
  join app.channels ch on ch.id = o.channel_id
  left join app.staff s on s.id = o.assignee_id
  cross join lateral internal.shown_order(o, ch, s.id, s.full_name) d
  left join lateral (
    select row_to_json(x) as document
    from app.customers t
    cross join lateral internal.shown_customer(t) x
    where expand_customer and t.id = o.customer_id
    limit 1
  ) c on true
  left join lateral (
    select json_agg(row_to_json(x) order by t.line) as list
    from app.order_items t
    cross join lateral (
      select t.id, t.order_id, t.product_id, t.variant_id, t.sku, t.barcode, t.product_name, t.variant_name, t.options,
        case when t.image_media_key is not null then internal.media_url(t.image_media_key) end as image_url,
        t.quantity, t.delivered_quantity, t.returned_quantity, t.damaged_quantity,
        case when o.with_courier_quantity > 0 then t.quantity - t.delivered_quantity - t.released_quantity else 0 end
          as with_courier_quantity,
        case when o.coming_back_quantity > 0 then t.quantity - t.delivered_quantity - t.released_quantity else 0 end
          as coming_back_quantity,
        t.unit_price::text as unit_price, t.discount_price::text as discount_price,
        t.discount_amount::text as discount_amount, t.line_total::text as line_total
    ) x
    where expand_items and t.order_id = o.id
  ) i on true
  cross join lateral (select d.*, c.document as customer, coalesce(i.list, '[]'::json) as items) f
  order by w.n;
end
$$;
grant execute on function internal.order_documents(uuid[], boolean, boolean) to haat_api, haat_staff;

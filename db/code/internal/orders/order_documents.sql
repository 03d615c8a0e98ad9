-- Shows orders as the API does.
-- Takes: order ids and what to expand.
-- Gives: each order that the caller can see, in the order of the ids.
-- spec: Order
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
    cross join lateral (
      select
        o.id, o.store_id, o.number, o.source,
        json_build_object('id', ch.id, 'name', ch.name, 'slug', ch.slug, 'type', ch.type) as channel,
        o.customer_id, o.location_id, o.status, o.payment_status, o.fulfillment_status,
        o.subtotal::text as subtotal,
        o.discount_amount::text as discount_amount,
        o.shipping_charge::text as shipping_charge,
        o.tax_amount::text as tax_amount,
        o.total_amount::text as total_amount,
        o.paid_amount::text as paid_amount,
        o.due_amount::text as due_amount,
        o.refunded_amount::text as refunded_amount,
        o.shipping_address, o.coupon, o.custom_fields, o.note,
        internal.timestamp_text(o.follow_up_at) as follow_up_at, o.follow_up_note,
        case when s.id is not null then json_build_object('id', s.id, 'name', s.full_name) end as assignee,
        internal.timestamp_text(o.delivered_at) as delivered_at,
        internal.timestamp_text(o.created_at) as created_at,
        internal.timestamp_text(o.updated_at) as updated_at
    ) d
    order by w.n;
    return;
  end if;
  return query
  with customers as (
    select c.id, c.document
    from internal.customer_documents(case
      when expand_customer
        then array(select distinct o.customer_id from app.orders o where o.id = any (order_documents.ids))
      else '{}' end) c
  ), items as (
    select i.order_id, json_agg(i.document order by i.line) as list
    from internal.order_item_documents(case when expand_items then order_documents.ids else '{}' end) i
    group by i.order_id
  )
  select b.ordinal, b.id,
    -- The expansions are added as text, before the closing brace of the order's document.
    (left(b.document::text, -1)
      || case when expand_customer then ',"customer":' || coalesce(customers.document::text, 'null') else '' end
      || case when expand_items then ',"items":' || coalesce(items.list::text, '[]') else '' end
      || '}')::json
  from internal.order_documents(order_documents.ids) b
  join app.orders o on o.id = b.id
  left join customers on customers.id = o.customer_id
  left join items on items.order_id = b.id
  order by b.ordinal;
end
$$;
grant execute on function internal.order_documents(uuid[], boolean, boolean) to haat_api, haat_staff;

-- Gives the groups of orders, alike in status, payment status, fulfilment status and channel, that fit a list's
-- filters.
-- Takes: the input of the order list, the company and the stores.
-- see: reference/orders#list_orders
--
-- They lie together in one index, orders_groups_idx, by time. It is entered once a group, of which there are some
-- dozens.
create or replace function internal.order_groups(input jsonb, company_id uuid, store_ids uuid[])
  returns table (store_id uuid, status text, payment_status text, fulfillment_status text, channel_id uuid)
language sql stable rows 30
set search_path = ''
begin atomic
  with recursive channels as (
    select c.id from app.channels c
    where c.company_id = order_groups.company_id and c.slug = order_groups.input ->> 'channel'
  ), asked as (
    -- '': all. The statuses of a stage do not lie side by side.
    select a.status
    from (
      select x.status from app.order_statuses x
      where x.stage = order_groups.input ->> 'stage' and x.status = coalesce(order_groups.input ->> 'status', x.status)
      union all
      select coalesce(order_groups.input ->> 'status', '') where order_groups.input ->> 'stage' is null) a
    where order_groups.input ->> 'channel' is null or exists (select from channels)
  ), groups as (
    select t.*, w.status as asked
    from unnest(order_groups.store_ids) s (id)
    cross join asked w
    cross join lateral (
      select o.store_id, o.status, o.payment_status, o.fulfillment_status, o.channel_id
      from app.orders o
      where o.store_id = s.id and o.status >= w.status
      order by o.status, o.payment_status, o.fulfillment_status, o.channel_id limit 1) t
    where w.status in ('', t.status)
    union all
    select t.*, g.asked
    from groups g
    cross join lateral (
      select o.store_id, o.status, o.payment_status, o.fulfillment_status, o.channel_id
      from app.orders o
      where o.store_id = g.store_id and (o.status, o.payment_status, o.fulfillment_status, o.channel_id)
        > (g.status, g.payment_status, g.fulfillment_status, g.channel_id)
      order by o.status, o.payment_status, o.fulfillment_status, o.channel_id limit 1) t
    where g.asked in ('', t.status)
  )
  select g.store_id, g.status, g.payment_status, g.fulfillment_status, g.channel_id
  from groups g
  where g.payment_status = coalesce(order_groups.input ->> 'payment_status', g.payment_status)
    and g.fulfillment_status = coalesce(order_groups.input ->> 'fulfillment_status', g.fulfillment_status)
    and (order_groups.input ->> 'channel' is null or g.channel_id in (select c.id from channels c));
end;
grant execute on function internal.order_groups(jsonb, uuid, uuid[]) to haat_gatekeeper;

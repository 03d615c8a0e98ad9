-- Gives the way of internal.page_ids to the orders of a status, stage, payment status, fulfilment status or channel
-- that few orders have. Constant text only.
-- Takes: the input of the order list; null comes back where it has none of these filters.
-- spec: GET /orders
--
-- Orders that are alike in all four lie together in one index, by time. It is walked from group to group, of which
-- there are some dozens, and from each that fits come its next rows: so one index serves every mixture of the four.
create or replace function internal.order_group_way(input jsonb) returns text
language sql immutable
return case when input ?| '{status,stage,payment_status,fulfillment_status,channel}' then pg_catalog.format(
  'select t.id, t.created_at from (
     with recursive g as (
       select o.*
       from unnest(case when $3 is null then $8 else array[$3] end) s (id)%3$s
       cross join lateral (
         select t.store_id, t.status, t.payment_status, t.fulfillment_status, t.channel_id
         from app.orders t
         where t.store_id = s.id%1$s%4$s
         order by t.status, t.payment_status, t.fulfillment_status, t.channel_id limit 1) o
       union all
       -- The status is asked outside: within, the walk would begin at its first order each time.
       select t.*
       from g
       cross join lateral (
         select t.store_id, t.status, t.payment_status, t.fulfillment_status, t.channel_id
         from app.orders t
         where t.store_id = g.store_id
           and (t.status, t.payment_status, t.fulfillment_status, t.channel_id)
             > (g.status, g.payment_status, g.fulfillment_status, g.channel_id)
         order by t.status, t.payment_status, t.fulfillment_status, t.channel_id limit 1) t
       where true%1$s%5$s
     )
     select t.* from g t where true%2$s
   ) g
   cross join lateral (
     select t.id, t.created_at
     from app.orders t
     where {scope} and t.store_id = g.store_id and t.status = g.status and t.payment_status = g.payment_status
       and t.fulfillment_status = g.fulfillment_status and t.channel_id = g.channel_id{filters}
     {order} limit $6
   ) t
   {order} limit $6',
  internal.order_filters(jsonb_build_object('status', input -> 'status')),
  internal.order_filters(jsonb_build_object(
    'status', input -> 'status',
    'payment_status', input -> 'payment_status',
    'fulfillment_status', input -> 'fulfillment_status',
    'channel', input -> 'channel')),
  -- The statuses of a stage do not lie side by side: each is walked by itself.
  case when input ->> 'stage' is not null then
    ' cross join (select x.status from app.order_statuses x where x.stage = $1 ->> ''stage'') w' end,
  case when input ->> 'stage' is not null then ' and t.status = w.status' end,
  case when input ->> 'stage' is not null then ' and t.status = g.status' end) end;
grant execute on function internal.order_group_way(jsonb) to haat_gatekeeper;

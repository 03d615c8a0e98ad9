-- Gives the groups of orders, alike in status and in how long they lived before their last change, of which some may
-- have changed since a moment, updated_after, before which they were created; and between when those were created.
-- Takes: the input of the order list and the stores.
-- see: reference/orders#list_orders
--
-- They lived at that moment: of those that lived two to four days none is older than the moment less four days.
-- Nearly all within these bounds fit, so it matters little how far back the moment lies. They lie together in one
-- index, orders_lifespans_idx, by time. It is entered once a group, of which there are some dozens.
create or replace function internal.order_lifespans(input jsonb, store_ids uuid[])
  returns table (store_id uuid, status text, class integer, first_at timestamptz, last_at timestamptz)
language sql stable rows 30
set search_path = ''
begin atomic
  with recursive groups as (
    select t.*
    from unnest(order_lifespans.store_ids) s (id)
    cross join lateral (
      select o.store_id, o.status, internal.lifespan_class(o.updated_at - o.created_at) as class
      from app.orders o
      where o.store_id = s.id and o.status >= coalesce(order_lifespans.input ->> 'status', '')
      order by o.status, internal.lifespan_class(o.updated_at - o.created_at) limit 1) t
    where t.status = coalesce(order_lifespans.input ->> 'status', t.status)
    union all
    select t.*
    from groups g
    cross join lateral (
      select o.store_id, o.status, internal.lifespan_class(o.updated_at - o.created_at) as class
      from app.orders o
      where o.store_id = g.store_id
        and (o.status, internal.lifespan_class(o.updated_at - o.created_at)) > (g.status, g.class)
      order by o.status, internal.lifespan_class(o.updated_at - o.created_at) limit 1) t
    where t.status = coalesce(order_lifespans.input ->> 'status', t.status)
  )
  select g.store_id, g.status, g.class,
    -- The upper bounds of the classes, in hours: a day may be longer or shorter by the clock of the session.
    coalesce(m.updated_after
      - ('{1 h,6 h,24 h,48 h,96 h,192 h,384 h,768 h,1536 h,3072 h,6144 h}'::interval[])[g.class + 1], '-infinity'),
    m.updated_after
  from groups g
  cross join (
    select date_trunc('milliseconds', (order_lifespans.input ->> 'updated_after')::timestamptz)) m (updated_after);
end;
grant execute on function internal.order_lifespans(jsonb, uuid[]) to haat_gatekeeper;

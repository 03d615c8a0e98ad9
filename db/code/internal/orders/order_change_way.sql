-- Gives the change_way of internal.page_ids to the orders that were created before a moment, updated_after, and
-- changed since. Constant text only.
-- Takes: the input of the order list.
-- spec: GET /orders, updated_after
--
-- They lived at that moment. Orders of a status that lived about as long lie together in one index, by time: of those
-- that lived two to four days none is older than the moment less four days. It is walked from group to group, of which
-- there are some dozens, and from each come its next rows within its bounds. Nearly all of them fit: so it matters
-- little how far back the moment lies.
create or replace function internal.order_change_way(input jsonb) returns text
language sql immutable
return pg_catalog.format(
  'select t.id, t.created_at from (
     with recursive g as (
       select o.*
       from unnest(case when $3 is null then $8 else array[$3] end) s (id)
       cross join lateral (
         select t.store_id, t.status, internal.lifespan_class(t.updated_at - t.created_at) as class
         from app.orders t
         where t.store_id = s.id%1$s
         order by t.status, internal.lifespan_class(t.updated_at - t.created_at) limit 1) o
       union all
       -- The status is asked outside: within, the walk would begin at its first order each time.
       select t.*
       from g
       cross join lateral (
         select t.store_id, t.status, internal.lifespan_class(t.updated_at - t.created_at) as class
         from app.orders t
         where t.store_id = g.store_id
           and (t.status, internal.lifespan_class(t.updated_at - t.created_at)) > (g.status, g.class)
         order by t.status, internal.lifespan_class(t.updated_at - t.created_at) limit 1) t
       where true%1$s
     )
     select t.store_id, t.status, t.class,
       coalesce(greatest(w.moment - (%2$L::interval[])[t.class + 1], {after}), ''-infinity'') as first_at,
       least(w.moment, {before}) as last_at
     from g t
     cross join (select pg_catalog.date_trunc(''milliseconds'', ($1 ->> ''updated_after'')::timestamptz) as moment) w
     where true%1$s
   ) g
   cross join lateral (
     select t.id, t.created_at
     from app.orders t
     where {scope} and t.store_id = g.store_id and t.status = g.status
       and internal.lifespan_class(t.updated_at - t.created_at) = g.class
       and t.created_at >= g.first_at and t.created_at <= g.last_at{filters}
     {order}
     limit $6
   ) t
   where g.first_at <= g.last_at
   {order} limit $6',
  internal.order_filters(jsonb_build_object('status', input -> 'status')),
  -- The upper bounds of the classes of internal.lifespan_class, in hours: a day may be longer or shorter by the clock
  -- of the session.
  '{1 h,6 h,24 h,48 h,96 h,192 h,384 h,768 h,1536 h,3072 h,6144 h}');
grant execute on function internal.order_change_way(jsonb) to haat_gatekeeper;

-- Gives the groups of a list, alike in how long its records lived before their last change, of which some may have
-- changed since a moment, updated_after, before which they were created; and between when those were created.
-- Takes: the list (parcels, returns or customers), its input and the stores.
-- see: reference/parcels#list_parcels
--
-- As internal.order_lifespans. A group lies together in one index of the list, and is entered once.
create or replace function internal.lifespans(list text, input jsonb, store_ids uuid[])
  returns table (store_id uuid, class integer, first_at timestamptz, last_at timestamptz)
language sql stable rows 12
set search_path = ''
begin atomic
  with recursive groups as (
    select s.id as store_id, -1 as class from unnest(lifespans.store_ids) s (id)
    union all
    select g.store_id, t.class
    from groups g
    cross join lateral (
      (select internal.lifespan_class(p.updated_at - p.created_at) as class
       from app.parcels p
       where lifespans.list = 'parcels' and p.store_id = g.store_id
         and internal.lifespan_class(p.updated_at - p.created_at) > g.class
       order by internal.lifespan_class(p.updated_at - p.created_at) limit 1)
      union all
      (select internal.lifespan_class(r.updated_at - r.created_at)
       from app.returns r
       where lifespans.list = 'returns' and r.store_id = g.store_id
         and internal.lifespan_class(r.updated_at - r.created_at) > g.class
       order by internal.lifespan_class(r.updated_at - r.created_at) limit 1)
      union all
      (select internal.lifespan_class(c.updated_at - c.created_at)
       from app.customers c
       where lifespans.list = 'customers' and c.store_id = g.store_id
         and internal.lifespan_class(c.updated_at - c.created_at) > g.class
       order by internal.lifespan_class(c.updated_at - c.created_at) limit 1)) t
  )
  select g.store_id, g.class,
    -- The upper bounds of the classes, in hours: a day may be longer or shorter by the clock of the session.
    coalesce(m.updated_after
      - ('{1 h,6 h,24 h,48 h,96 h,192 h,384 h,768 h,1536 h,3072 h,6144 h}'::interval[])[g.class + 1], '-infinity'),
    m.updated_after
  from groups g
  cross join (
    select date_trunc('milliseconds', (lifespans.input ->> 'updated_after')::timestamptz)) m (updated_after)
  where g.class >= 0;
end;
grant execute on function internal.lifespans(text, jsonb, uuid[]) to haat_gatekeeper;

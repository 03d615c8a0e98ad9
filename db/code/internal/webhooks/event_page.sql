--! owner: haat_gatekeeper
-- Finds the next events for a reader, oldest first.
-- Takes: the input of list_events.
-- Raises: HT004 (a scope is missing); HT100 (store_id, cursor).
--
-- Only events up to the horizon: a reader that goes on from its last event misses none. As the gatekeeper, with the
-- fence as a plain condition, for the reason that internal.list_page has; what they show is read inside the fence.
-- A page is merged from the next ones of every store and type, so a rare type is found without reading the others.
-- Where many types are mixed, a few of each fill it: what is merged is whole up to the least of the last ones read.
create or replace function internal.event_page(input jsonb,
  out ids uuid[], out has_more boolean, out next_cursor uuid)
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_reach constant record := internal.event_reach(input);
  v_limit constant integer := coalesce((input ->> 'limit')::integer, 25);
  v_horizon constant bigint := (select min(h.sequence) from internal.event_horizons(v_reach.store_ids) h);
  v_each integer := 8;
  v_is_whole boolean;
begin
  loop
    with next as materialized (
      select n.id, n.sequence, n.sequence = max(n.sequence) over of_type and count(*) over of_type = v_each as is_cut
      from unnest(v_reach.store_ids) as s (id)
      cross join unnest(v_reach.types) as t (type)
      cross join lateral (
        select v.id, v.sequence from app.events v
        where v.store_id = s.id and v.type = t.type and v.sequence > v_reach.after and v.sequence <= v_horizon
          and v.created_at >= v_reach.since and internal.is_event_readable(v, v_reach.scopes, v_reach.key_ids)
        order by v.sequence limit v_each
      ) n
      window of_type as (partition by s.id, t.type)
    ), whole as (
      select n.id, n.sequence from next n
      where n.sequence <= coalesce((select min(c.sequence) from next c where c.is_cut), v_horizon)
      order by n.sequence limit v_limit + 1
    )
    select coalesce(array_agg(e.id order by e.sequence), '{}'), not exists (select from next c where c.is_cut)
      into ids, v_is_whole
      from whole e;
    exit when v_is_whole or cardinality(ids) > v_limit;
    v_each := v_limit + 1;
  end loop;
  has_more := cardinality(ids) > v_limit;
  ids := ids[1:v_limit];
  next_cursor := case when has_more then ids[v_limit] end;
end
$$;
grant execute on function internal.event_page(jsonb) to haat_api;

--! owner: haat_gatekeeper
-- Gives for stores the sequence up to which their events are complete: none at or below it is still to become visible.
-- What is read after this, in a later statement, has them all.
-- Takes: the stores.
--
-- First how far the sequence has come, then who is still writing, and from which sequence on
-- (internal.tg_events__take_place). A transaction that is not seen writing has either ended, and its rows are visible
-- to what is read next, or takes a sequence above the one that was looked at first. The order of the two looks and of
-- the read is what makes this true: so it is volatile, each statement with a snapshot of its own, at READ COMMITTED
-- and on the primary, where the locks are.
create or replace function internal.event_horizons(store_ids uuid[]) returns table (store_id uuid, sequence bigint)
language plpgsql volatile security definer rows 1
set search_path = ''
as $$
declare
  v_position constant bigint := internal.event_position();
begin
  return query
  select s.id, v_position - coalesce(max(w.behind), 0)
  from unnest(event_horizons.store_ids) as s (id)
  left join (
    -- The second key is the low half of a position. A writer that is ahead began after the first look.
    select l.classid::bigint as store_key, (v_position - l.objid::bigint - 2147483648) & 4294967295 as behind
    from pg_locks l
    where l.locktype = 'advisory' and l.objsubid = 2
      and l.database = (select d.oid from pg_database d where d.datname = current_database())
  ) w on w.store_key = (internal.event_lock(s.id)::bigint & 4294967295) and w.behind < 2147483648
  group by s.id;
end
$$;
grant execute on function internal.event_horizons(uuid[]) to haat_api;

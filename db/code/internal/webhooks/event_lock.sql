-- Gives the first key of the advisory locks by which writers of a store's events say where they are. Two stores may
-- have the same: then readers of the one wait for writers of the other.
create or replace function internal.event_lock(store_id uuid) returns integer
language sql immutable
return pg_catalog.hashtext('events of ' || store_id::text);
grant execute on function internal.event_lock(uuid) to haat_gatekeeper;

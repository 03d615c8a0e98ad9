-- Gives the class of a record by the time from its creation to its last change: 0 below an hour, and so on.
--
-- An index is built on it: orders_lifespans_idx. internal.order_lifespans knows the bounds too.
create or replace function internal.lifespan_class(lifespan interval) returns integer
language sql immutable parallel safe
return pg_catalog.width_bucket(lifespan,
  '{1 hour,6 hours,1 day,2 days,4 days,8 days,16 days,32 days,64 days,128 days,256 days}'::interval[]);
grant execute on function internal.lifespan_class(interval) to haat_api, haat_gatekeeper;

-- Gives who acts in this transaction, as the ledger, the timelines and the activity log record it.
--
-- An API key, a staff member, or the system (timers, workers) when nobody is set.
create or replace function internal.current_actor(out actor_type text, out actor_id uuid, out actor_name text,
  out request_id text)
language sql stable
begin atomic
  select coalesce(internal.context_setting('haat.actor_type'), 'system'),
         internal.context_setting('haat.actor_id')::uuid,
         coalesce(internal.context_setting('haat.actor_name'), 'System'),
         nullif(pg_catalog.current_setting('haat.request_id', true), '');
end;
grant execute on function internal.current_actor() to haat_api, haat_gatekeeper, haat_staff;

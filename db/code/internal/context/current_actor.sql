-- Gives who acts in this transaction, as the ledger, the timelines and the activity log record it.
--
-- An API key, a staff member, or the system (timers, workers) when no actor is set. A table of one row, because the
-- planner puts the body of such a function in its place: it is used in statements that every write runs.
create or replace function internal.current_actor()
  returns table (actor_type text, actor_id uuid, actor_name text, request_id text)
language sql stable rows 1
begin atomic
  select coalesce(internal.context_setting('haat.actor_type'), 'system'),
         internal.context_setting('haat.actor_id')::uuid,
         coalesce(internal.context_setting('haat.actor_name'), 'System'),
         internal.current_request_id();
end;
grant execute on function internal.current_actor() to haat_api, haat_gatekeeper, haat_staff;

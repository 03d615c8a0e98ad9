-- Gives the key or the staff member that acts in this transaction, or null when the system does.
create or replace function internal.current_actor_id() returns uuid
language sql stable
return internal.context_setting('haat.actor_id')::uuid;
grant execute on function internal.current_actor_id() to haat_api, haat_gatekeeper, haat_staff;

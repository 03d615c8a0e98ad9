-- Tells whether a member of staff acts in this transaction, and not a key or the system.
create or replace function internal.is_staff_acting() returns boolean
language sql stable
return coalesce(internal.context_setting('haat.actor_type') = 'staff', false);
grant execute on function internal.is_staff_acting() to haat_api, haat_gatekeeper, haat_staff;

-- Gives the store of a store key, or null for a company key and for staff.
create or replace function internal.current_key_store_id() returns uuid
language sql stable
return internal.context_setting('haat.key_store_id')::uuid;
grant execute on function internal.current_key_store_id() to haat_api, haat_gatekeeper, haat_staff;

-- Gives the stores that the current request may see, or null when none is set: then nothing is visible.
-- see: guides/inside#who-acts
create or replace function internal.current_store_ids() returns uuid[]
language sql stable
return internal.context_setting('haat.store_ids')::uuid[];
grant execute on function internal.current_store_ids() to haat_api, haat_gatekeeper, haat_staff, haat_dba;

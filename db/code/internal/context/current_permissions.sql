-- Gives what the current staff member may do; nothing for keys.
-- see: guides/permissions#permissions
create or replace function internal.current_permissions() returns text[]
language sql stable
return coalesce(internal.context_setting('haat.permissions')::text[], '{}');
grant execute on function internal.current_permissions() to haat_staff, haat_gatekeeper;

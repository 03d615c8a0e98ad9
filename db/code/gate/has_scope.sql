-- Takes: the scopes a key holds and one it needs.
-- Write satisfies read of the same resource, never the reverse.
-- spec: Authentication 6
create or replace function gate.has_scope(held text[], wanted text) returns boolean
language sql immutable parallel safe
return wanted = any (held) or (wanted like '%:read' and pg_catalog.replace(wanted, ':read', ':write') = any (held));
grant execute on function gate.has_scope(text[], text) to haat_gatekeeper, haat_api;

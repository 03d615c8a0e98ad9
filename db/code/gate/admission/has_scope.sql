-- Tells whether the scopes of a key include one: write includes read of the same resource, read never includes write.
-- Takes: the scopes that the key holds and the one that is needed.
-- Gives: true or false.
-- Raises: nothing.
-- see: guides/overview#scopes
create or replace function gate.has_scope(held text[], wanted text) returns boolean
language sql immutable parallel safe
return wanted = any (held) or (wanted like '%:read' and pg_catalog.replace(wanted, ':read', ':write') = any (held));
grant execute on function gate.has_scope(text[], text) to haat_gatekeeper, haat_api;
